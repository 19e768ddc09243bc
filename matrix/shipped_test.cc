// Checks that the shipped matrices load, cover what they promise and stay within their budgets.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "matrix/planner.h"

namespace gridlock::matrix {
namespace {

Matrix shipped(const std::string& name) {
  const std::filesystem::path root = GRIDLOCK_SOURCE_DIR;
  return load(root / "matrix" / (name + ".toml"), {root / "cases"});
}

long count(const Plan& plan, CellRole role) {
  return std::count_if(plan.cells.begin(), plan.cells.end(),
                       [&](const PlannedCell& planned) { return planned.role == role; });
}

bool has(const Cell& cell, const char* axis, const Value& value) {
  return cell.find(axis) != nullptr && *cell.find(axis) == value;
}

void expect_complete(const Plan& plan) {
  std::set<std::string> ids;
  for (const PlannedCell& planned : plan.cells) ids.insert(planned.cell.id);
  EXPECT_EQ(coverage(plan, ids).covered, plan.goal.feasible);
}

// Returns the values of an axis in the plan.
std::set<std::string> values(const Plan& plan, const char* axis) {
  std::set<std::string> result;
  for (const PlannedCell& planned : plan.cells) {
    if (const Value* value = planned.cell.find(axis)) result.insert(to_string(*value));
  }
  return result;
}

TEST(Default, CoversEveryPairInAtMostThirtyCells) {
  const Plan plan = gridlock::matrix::plan(shipped("default"), {});
  EXPECT_EQ(plan.strength, 2);
  EXPECT_LE(count(plan, CellRole::kCovering), 30);
  EXPECT_LE(count(plan, CellRole::kReference), 6);
  EXPECT_TRUE(plan.infeasible.empty());
  expect_complete(plan);
}

TEST(Default, EveryStandardAxisVariesButAFew) {
  const std::set<std::string> kFixed = {"hash_seed", "device"};
  const Plan plan = gridlock::matrix::plan(shipped("default"), {});
  for (const Axis& axis : catalogue().axes) {
    if (axis.optional) continue;
    const bool fixed = kFixed.contains(axis.name);
    EXPECT_EQ(values(plan, axis.name.c_str()).size() > 1, !fixed) << axis.name;
  }
}

TEST(Default, EveryCellButReferencesIsJudgedByOne) {
  const Plan plan = gridlock::matrix::plan(shipped("default"), {});
  for (const PlannedCell& planned : plan.cells) {
    ASSERT_FALSE(planned.relations.empty()) << planned.cell.id;
    for (const RelationTo& relation : planned.relations) {
      EXPECT_NE(plan.find(relation.partner), nullptr) << relation.partner;
      EXPECT_EQ(relation.partner == planned.cell.id, planned.role == CellRole::kReference);
    }
  }
}

TEST(Default, FewCellsCompileCodeOnEightRanks) {
  const Plan plan = gridlock::matrix::plan(shipped("default"), {});
  const auto dear = std::count_if(plan.cells.begin(), plan.cells.end(), [](const auto& planned) {
    return has(planned.cell, "world_size", 8) && has(planned.cell, "backend", "inductor");
  });
  EXPECT_LE(dear, 2);
}

TEST(Default, HasARankForEachGpu) {
  for (int gpus : {1, 2, 4}) {
    const Plan plan = gridlock::matrix::plan(shipped("default"), {gpus});
    EXPECT_EQ(values(plan, "world_size"), std::set<std::string>{std::to_string(gpus)});
    EXPECT_LE(count(plan, CellRole::kCovering), 30);
    expect_complete(plan);
    for (const PlannedCell& planned : plan.cells) EXPECT_EQ(planned.skip, "");
  }
}

TEST(Cp32, IsEveryDegreeCompiledAndNotInBothRotations) {
  const Plan plan = gridlock::matrix::plan(shipped("cp32"), {});
  EXPECT_EQ(count(plan, CellRole::kCovering), 5 * 2 * 2);
  EXPECT_EQ(count(plan, CellRole::kReference), 1);
  for (const PlannedCell& planned : plan.cells) {
    if (planned.role == CellRole::kReference) continue;
    EXPECT_EQ(*planned.cell.find("cp"), *planned.cell.find("world_size"));
  }
  expect_complete(plan);
}

TEST(Nightly, CoversEveryTripleWithoutAGpuAndSkipsWhatNeedsOne) {
  const Plan plan = gridlock::matrix::plan(shipped("nightly"), {});
  EXPECT_EQ(plan.strength, 3);
  EXPECT_LE(count(plan, CellRole::kCovering), 200);
  expect_complete(plan);
  for (const PlannedCell& planned : plan.cells) {
    EXPECT_EQ(planned.skip, has(planned.cell, "device", "cuda") ? "no GPU" : "");
  }
  EXPECT_EQ(values(plan, "hash_seed").size(), 2U);
}

}  // namespace
}  // namespace gridlock::matrix
