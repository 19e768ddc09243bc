#include "harness/controller/training.h"

#include <gtest/gtest.h>

namespace gridlock::controller {
namespace {

matrix::Plan plan_of_two() {
  matrix::Plan plan;
  matrix::PlannedCell reference;
  reference.cell.id = "dense/reference";
  reference.relations = {{"same cell, same bits", "dense/reference", true}};
  matrix::PlannedCell cell;
  cell.cell.id = "dense/cell";
  cell.relations = {{"compiled ≈ uncompiled", "dense/reference", false}};
  plan.cells = {reference, cell};
  return plan;
}

TEST(Trainings, ACellThatMustAgreeWithItselfIsTrainedTwice) {
  EXPECT_EQ(all_trainings(plan_of_two(), 1), (std::vector<Training>{{0, 0}, {0, 1}, {1, 0}}));
  EXPECT_EQ(all_trainings(plan_of_two(), 3).size(), 6u);
}

TEST(Trainings, ACellMayHaveToAgreeWithItselfInOtherTiers) {
  matrix::Plan plan = plan_of_two();
  matrix::PlannedCell& cell = plan.cells[0];
  cell.relations.push_back({"fork ≈ cold", cell.cell.id, true, "cold"});
  cell.relations.push_back({"and once more", cell.cell.id, true, "cold"});
  EXPECT_EQ(all_trainings(plan, 1), (std::vector<Training>{{0, 0}, {0, 1}, {0, 2}, {1, 0}}));
  EXPECT_EQ(tier_of(cell, 0, "fork"), "fork");
  EXPECT_EQ(tier_of(cell, 1, "fork"), "fork");
  EXPECT_EQ(tier_of(cell, 2, "fork"), "cold");
  EXPECT_EQ(tier_of(cell, 3, "fork"), "fork");
  EXPECT_TRUE(uses_cold_tier(cell, "fork"));
  EXPECT_FALSE(uses_cold_tier(plan.cells[1], "fork"));
  plan.cells[1].cell.values = {{"hash_seed", "per_rank"}};
  EXPECT_EQ(tier_of(plan.cells[1], 0, "fork"), "cold");
  plan.cells[1].cell.values = {{"config.dynamo.recompile_limit", 8}};
  EXPECT_EQ(tier_of(plan.cells[1], 0, "fork"), "fork");
  plan.cells[1].cell.values = {{"env.NCCL_ALGO", "Ring"}};
  EXPECT_EQ(tier_of(plan.cells[1], 0, "fork"), "cold");
}

TEST(Trainings, ASkippedCellIsRecordedOnce) {
  matrix::Plan plan = plan_of_two();
  plan.cells[0].skip = "no GPU";
  EXPECT_EQ(all_trainings(plan, 5).size(), 6u);
}

matrix::PlannedCell ring_cell(std::int64_t cp, std::int64_t layers = 1) {
  matrix::PlannedCell planned;
  planned.cell.values = {{"world_size", cp}, {"cp", cp}, {"layers", layers}};
  planned.cell.id = "ring/" + std::to_string(cp) + "." + std::to_string(layers);
  return planned;
}

TEST(Trainings, OfCellsThatDifferInSizeAloneTheSmallerComeFirst) {
  matrix::Plan plan;
  matrix::PlannedCell other = ring_cell(32);
  other.cell.values.front().first = "ranks";
  plan.cells = {other, ring_cell(16), ring_cell(8, 2), ring_cell(4), ring_cell(8), ring_cell(8, 3)};
  std::vector<std::string> ids;
  for (const Training& training : all_trainings(plan, 1)) {
    ids.push_back(plan.cells[training.index].cell.id);
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"ring/32.1", "ring/4.1", "ring/8.1", "ring/8.2",
                                           "ring/16.1", "ring/8.3"}));
}

TEST(Trainings, APartnerComesFirst) {
  const matrix::Plan plan = plan_of_two();
  EXPECT_TRUE(is_ready({0, 0}, plan, {}));
  EXPECT_FALSE(is_ready({0, 1}, plan, {}));
  EXPECT_FALSE(is_ready({1, 0}, plan, {}));
  EXPECT_TRUE(is_ready({1, 0}, plan, {{"dense/reference", 0}}));
}

TEST(Trainings, APartnerThatIsNotPlannedHoldsNobodyUp) {
  matrix::Plan plan = plan_of_two();
  plan.cells[1].relations[0].partner = "dense/elsewhere";
  EXPECT_TRUE(is_ready({1, 0}, plan, {}));
}

}  // namespace
}  // namespace gridlock::controller
