#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "matrix/test_plans.h"

namespace gridlock::matrix {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

TEST(Plan, AllCombinationsLeaveOutAxesThatDoNotApply) {
  TestFiles files;
  const Plan plan =
      plan_of(files, "[axes]\ncp = [1, 2]\nrotation = ['allgather', 'ring']\n", {}, kAll);
  EXPECT_THAT(ids(plan), UnorderedElementsAre("toy/fp32.cp1.uncompiled.full_shard",
                                              "toy/fp32.cp2-allgather.uncompiled.full_shard",
                                              "toy/fp32.cp2-ring.uncompiled.full_shard"));
}

TEST(Plan, RefinedAxisStaysAtItsDefaultElsewhere) {
  TestFiles files;
  const Plan plan = plan_of(files,
                            "standard_relations = false\n[axes]\ncp = [1, "
                            "2]\nactivation_checkpointing = { values = [true], when = 'cp = 2' }\n",
                            {}, kAll);
  EXPECT_THAT(ids(plan),
              UnorderedElementsAre("toy/fp32.cp1.uncompiled.full_shard",
                                   "toy/fp32.cp2-allgather.uncompiled.full_shard.checkpointed"));
}

const char* const kAxes = R"(
[axes]
precision = ["fp32", "bf16", "fp16"]
cp = [1, 2, 4]
rotation = ["allgather", "ring"]
compile = ["none", "before_fsdp"]
backend = ["eager", "inductor"]
fsdp = ["replicate", "full_shard", "hybrid_shard"]
)";

TEST(Plan, CoversEveryFeasiblePair) {
  TestFiles files;
  const Plan plan = plan_of(files, kAxes);
  const Coverage covered = coverage(plan, ids(plan));
  EXPECT_EQ(covered.covered, covered.feasible);
  EXPECT_EQ(covered.strength, 2);
  // The pairs of six axes. rotation does not apply to cp 1, and backend does not apply to compile
  // none.
  EXPECT_EQ(covered.feasible, 9 + 6 + 6 + 6 + 9 + 4 + 6 + 6 + 9 + 4 + 4 + 6 + 2 + 6 + 6U);
}

// The array comes from algebra. Greedy rows and the local search alone need 66 rows.
TEST(Plan, ManyValuesWithoutConstraintsTakeAnOrthogonalArray) {
  TestFiles files;
  std::string schema = "name = 'toy'\ndescription = 'a toy'\n", listing = "[axes]\n";
  for (const char axis : std::string("abcdefgh")) {
    const std::string values = " = [1, 2, 3, 4, 5, 6, 7]\n";
    schema += std::string("[axes.") + axis + "]\ndoc = 'one'\ntype = 'int'\nid = '" + axis +
              "{}'\ndefault = 1\nvalues" + values;
    listing += axis + values;
  }
  files.write("cases/toy/case.toml", schema);
  EXPECT_THAT(plan_of(files, listing).cells, SizeIs(7 * 7));
}

TEST(Plan, DoesNotDependOnTheOrderOfTheFile) {
  TestFiles files;
  const Plan one = plan_of(files, kAxes);
  const Plan other = plan_of(files, R"(
[axes]
fsdp = ["hybrid_shard", "full_shard", "replicate"]
backend = ["inductor", "eager"]
compile = ["before_fsdp", "none"]
rotation = ["ring", "allgather"]
cp = [4, 1, 2]
precision = ["fp16", "fp32", "bf16"]
)");
  EXPECT_EQ(ids(one), ids(other));
}

TEST(Plan, EqualSeedsGiveEqualPlansInEqualOrder) {
  TestFiles files;
  const Plan one = plan_of(files, kAxes), other = plan_of(files, kAxes);
  ASSERT_EQ(one.cells.size(), other.cells.size());
  for (std::size_t i = 0; i < one.cells.size(); ++i)
    EXPECT_EQ(one.cells[i].cell, other.cells[i].cell);
}

TEST(Plan, StrengthCanBeOverridden) {
  TestFiles files;
  EXPECT_EQ(plan_of(files, kAxes, {}, {1, ""}).strength, 1);
  EXPECT_LT(ids(plan_of(files, kAxes, {}, {1, ""})).size(), ids(plan_of(files, kAxes)).size());
  EXPECT_EQ(ids(plan_of(files, kAxes, {}, kAll)).size(), 3 * (1 + 2 * 2) * (1 + 2) * 3U);
}

TEST(Plan, ConstraintsHoldInEveryCellAndKeepCoverageComplete) {
  TestFiles files;
  const Plan plan = plan_of(files, std::string(kAxes) +
                                       "[[constraint]]\nforbid = 'cp = 4 & backend = inductor'\n"
                                       "reason = 'r'\n");
  for (const PlannedCell& planned : plan.cells) {
    EXPECT_FALSE(planned.cell.find("backend") != nullptr &&
                 *planned.cell.find("backend") == Value("inductor") &&
                 *planned.cell.find("cp") == Value(4))
        << planned.cell.id;
  }
  const Coverage covered = coverage(plan, ids(plan));
  EXPECT_EQ(covered.covered, covered.feasible);
}

TEST(Plan, ValueThatNoCellCanHaveIsListedWithTheReason) {
  TestFiles files;
  const Plan plan = plan_of(files, "[axes]\ncp = [1, 8]\nrotation = ['ring']\n");
  EXPECT_THAT(ids(plan), ElementsAre("toy/fp32.cp1.uncompiled.full_shard"));
  ASSERT_THAT(plan.infeasible, SizeIs(1));
  EXPECT_EQ(plan.infeasible[0].cell.id, "toy/fp32.cp8-ring.uncompiled.full_shard");
  EXPECT_EQ(plan.infeasible[0].reason, "cp must divide the world size");
}

TEST(Plan, ContradictionNamesTheSmallestSetOfConstraints) {
  TestFiles files;
  const std::string error = plan_error(files, std::string(kAxes) + R"([[constraint]]
forbid = "cp = 1"
reason = "harmless alone"
[[constraint]]
forbid = "compile = none"
reason = "first"
[[constraint]]
forbid = "compile != none"
reason = "second"
)");
  EXPECT_THAT(error, HasSubstr("m.toml:18:1: "));
  EXPECT_THAT(error, HasSubstr("together forbid every cell"));
  EXPECT_THAT(error, HasSubstr("forbid \"compile = none\": first"));
  EXPECT_THAT(error, HasSubstr("forbid \"compile != none\": second"));
  EXPECT_THAT(error, testing::Not(HasSubstr("harmless")));
}

TEST(Plan, AddedCellsAreDistinctFromCoveringOnes) {
  TestFiles files;
  const Plan plan = plan_of(files,
                            "standard_relations = false\n[axes]\ncp = [1]\n"
                            "[[add]]\naxes = { cp = 4, rotation = 'ring' }\n"
                            "[[add]]\naxes = { cp = 1 }\n");
  EXPECT_THAT(ids(plan, CellRole::kAdded), ElementsAre("toy/fp32.cp4-ring.uncompiled.full_shard"));
  EXPECT_THAT(ids(plan, CellRole::kCovering), ElementsAre("toy/fp32.cp1.uncompiled.full_shard"));
}

TEST(Plan, AddedCellThatCannotBeIsInfeasibleWithTheReason) {
  TestFiles files;
  const Plan plan = plan_of(files,
                            "[axes]\ncp = [1]\n[[add]]\naxes = { cp = 8 }\n"
                            "[[add]]\naxes = { backend = 'eager' }\n");
  ASSERT_THAT(plan.infeasible, SizeIs(2));
  EXPECT_EQ(plan.infeasible[0].reason, "cp must divide the world size");
  EXPECT_EQ(plan.infeasible[1].reason, "'backend' applies only to cells with compile != none");
}

TEST(Plan, ACellThatIsSelectedByItsWholeIdNeedNotBeInThePlan) {
  TestFiles files;
  const std::string text =
      "[axes]\ncp = [1, 2]\nprecision = ['fp32', 'bf16']\nfsdp = ['replicate', 'full_shard']\n";
  const Plan covering = plan_of(files, text);
  std::string absent;
  for (const PlannedCell& planned : plan_of(files, text, {}, kAll).cells) {
    if (covering.find(planned.cell.id) == nullptr) absent = planned.cell.id;
  }
  ASSERT_NE(absent, "");
  const Plan plan = plan_of(files, text, {}, {{}, absent});
  ASSERT_NE(plan.find(absent), nullptr);
  EXPECT_EQ(plan.find(absent)->role, CellRole::kAdded);
  // The selection has the form that commands for repeating a cell use.
  EXPECT_NE(plan_of(files, text, {}, {{}, "id~\"" + absent + "\""}).find(absent), nullptr);
  EXPECT_THAT(plan_error(files, text + "[[constraint]]\nforbid = 'cp = 2'\nreason = 'too slow'\n",
                         {{}, plan_of(files, text, {}, {{}, "cp = 2"}).cells.back().cell.id}),
              HasSubstr("is infeasible: too slow"));
}

TEST(Plan, DroppedCellsAreGoneAndMissedByCoverage) {
  TestFiles files;
  const Plan plan = plan_of(files, "[axes]\ncp = [1, 2]\n[[drop]]\nselect = 'cp = 2'\n");
  EXPECT_THAT(ids(plan), ElementsAre("toy/fp32.cp1.uncompiled.full_shard"));
  EXPECT_EQ(coverage(plan, ids(plan)).covered, 1U);
  EXPECT_EQ(coverage(plan, ids(plan)).feasible, 2U);
  EXPECT_THAT(plan_error(files, "[axes]\ncp = [1, 2]\n[[drop]]\nselect = 'cp < 4'\n"),
              HasSubstr("leave no cell"));
}

TEST(Plan, CoverageCountsOnlyCellsThatRan) {
  TestFiles files;
  const Plan plan = plan_of(files, kAxes);
  EXPECT_EQ(coverage(plan, {}).covered, 0U);
  std::size_t before = 0;
  std::set<std::string> ran;
  for (const PlannedCell& planned : plan.cells) {
    ran.insert(planned.cell.id);
    const std::size_t now = coverage(plan, ran).covered;
    EXPECT_GE(now, before);
    before = now;
  }
  EXPECT_EQ(before, plan.goal.feasible);
}

TEST(Plan, CoverageOfAllCombinationsCountsCells) {
  TestFiles files;
  const Plan plan = plan_of(files, "[axes]\ncp = [1, 2]\ncompile = ['none']\n", {}, kAll);
  EXPECT_EQ(coverage(plan, {"toy/fp32.cp1.uncompiled.full_shard"}).covered, 1U);
  EXPECT_EQ(plan.goal.feasible, 2U);
}

TEST(Plan, ValuesTheMachineLacksAreSkippedWithoutCostingCoverageOfTheRest) {
  TestFiles files;
  const std::string text =
      "[axes]\ndevice = ['cpu', 'cuda']\ncp = [1, { value = 2, needs = 'gpus:4' }]\n"
      "compile = ['none', 'before_fsdp']\n";
  const Plan without = plan_of(files, text);
  std::set<std::string> runnable, reasons;
  for (const PlannedCell& planned : without.cells) {
    reasons.insert(planned.skip);
    if (planned.skip.empty()) runnable.insert(planned.cell.id);
  }
  EXPECT_THAT(reasons, UnorderedElementsAre("", "no GPU", "needs 4 GPUs, found 0"));
  EXPECT_EQ(runnable.size(), 2U);
  for (const PlannedCell& planned : plan_of(files, text, {4}).cells) EXPECT_EQ(planned.skip, "");
}

TEST(Plan, RareValuesComeIntoFewCells) {
  TestFiles files;
  const auto big = [&](const char* values) {
    const Plan plan = plan_of(files, std::string(kAxes) + "layers = " + values + "\n");
    return std::count_if(plan.cells.begin(), plan.cells.end(), [](const PlannedCell& planned) {
      return *planned.cell.find("layers") == Value(8);
    });
  };
  EXPECT_LT(big("[4, { value = 8, rare = true }]"), big("[4, 8]"));
}

TEST(Plan, WorldSizeFollowsTheMachine) {
  TestFiles files;
  const std::string text =
      "[axes]\ncp = [1, 2, 4]\nworld_size = [4, 8]\n[gpu.axes]\nworld_size = ['gpus']\n"
      "[reference]\nreset = ['world_size']\n[[relation]]\nname = 'r'\nset = { cp = 1 }\n";
  const Plan two = plan_of(files, text, {2});
  EXPECT_THAT(ids(two), UnorderedElementsAre("toy/fp32.ws2.cp1.uncompiled.full_shard",
                                             "toy/fp32.ws2.cp2-allgather.uncompiled.full_shard"));
  EXPECT_THAT(two.infeasible, SizeIs(1));
  EXPECT_THAT(ids(plan_of(files, text, {1})),
              ElementsAre("toy/fp32.ws1.cp1.uncompiled.full_shard"));
}

TEST(Plan, NoMoreRanksThanGpusUnlessOnTheCpu) {
  TestFiles files;
  const Plan plan =
      plan_of(files, "[axes]\nworld_size = [4, 8]\ndevice = ['auto', 'cpu']\n", {4}, kAll);
  EXPECT_THAT(ids(plan), UnorderedElementsAre("toy/fp32.cp1.uncompiled.full_shard",
                                              "toy/fp32.cpu.cp1.uncompiled.full_shard",
                                              "toy/fp32.cpu.ws8.cp1.uncompiled.full_shard"));
}

TEST(Plan, DearCellsComeFirstBehindTheReferences) {
  TestFiles files;
  const Plan plan = plan_of(files,
                            "[axes]\nworld_size = [2, 4]\ncompile = ['none', 'before_fsdp']\n"
                            "[[relation]]\nname = 'r'\nset = { compile = 'none' }\n",
                            {}, kAll);
  std::vector<std::string> order;
  for (const PlannedCell& planned : plan.cells) order.push_back(planned.cell.id);
  EXPECT_THAT(order, ElementsAre("toy/fp32.cp1.uncompiled.full_shard",
                                 "toy/fp32.ws2.cp1.uncompiled.full_shard",
                                 "toy/fp32.cp1.before-block.inductor.full_shard",
                                 "toy/fp32.ws2.cp1.before-block.inductor.full_shard"));
}

TEST(Plan, SaysWhatTheFileLeavesOut) {
  TestFiles files;
  const std::string all =
      "[axes]\nprecision = ['fp32', 'bf16', 'fp16', 'fp8', 'tf32']\n"
      "device = ['auto', 'cpu', 'cuda']\n"
      "cp = [1, 2, 4, 8, 16, 32]\nworld_size = [32]\nrotation = ['allgather', 'ring']\n"
      "load_balance = [false, true]\ncompile = ['none', 'before_fsdp', 'after_fsdp']\n"
      "scope = ['block', 'model', 'step']\nbackend = ['eager', 'aot_eager', "
      "'aot_eager_decomp_partition', 'inductor']\n"
      "dynamic = [false, true]\nfsdp = ['replicate', 'full_shard', 'full_shard_no_reshard', "
      "'hybrid_shard']\nactivation_checkpointing = [false, true]\n";
  EXPECT_THAT(plan_of(files, all).goal.left_out, EndsWith(" pairs: hash_seed per_rank"));
  EXPECT_EQ(plan_of(files, all + "hash_seed = ['shared', 'per_rank']\n").goal.left_out, "");
  const std::string forbidding =
      "[[constraint]]\nforbid = 'dynamic & (precision = fp16 | cp = 4) | dynamic & cp = 8 & "
      "precision = bf16'\nreason = 'slow'\n";
  EXPECT_THAT(plan_of(files, all + forbidding).goal.left_out,
              EndsWith(" pairs: hash_seed per_rank; dynamic × cp 4, fp16"));
}

TEST(Plan, OfSeveralCompileLimitsTheLastThatStatesSomethingHolds) {
  TestFiles files;
  const Plan planned = plan_of(files, R"(
[axes]
cp = [1, 2]
[[compile_limit]]
breaks = 3
breaks_at = ["logging"]
recompiles = 1
[[compile_limit]]
select = "cp = 2"
breaks = 0
)",
                               {}, kAll);
  for (const PlannedCell& cell : planned.cells) {
    const bool narrow = cell.cell.id.find("cp2") != std::string::npos;
    EXPECT_EQ(cell.compile_limits.breaks, narrow ? 0 : 3) << cell.cell.id;
    EXPECT_EQ(cell.compile_limits.breaks_at.size(), narrow ? 0U : 1U) << cell.cell.id;
    EXPECT_EQ(cell.compile_limits.recompiles, 1) << cell.cell.id;
  }
}

TEST(Plan, WarnsOfALimitThatAppliesToNothing) {
  TestFiles files;
  const std::string rows = R"(
[axes]
cp = [1, 2]
compile = ["none", "before_fsdp"]
[[compile_limit]]
select = "cp = 2"
breaks = 0
[[compile_limit]]
select = "compile = none"
speedup = 1
)";
  EXPECT_THAT(plan_of(files, rows, {}, kAll).warnings,
              ElementsAre("[[compile_limit]] 'compile = none' applies to no cell that compiles"));
}

TEST(Plan, LimitsOfTimeAndMemoryBringTheUncompiledCell) {
  const char* axes = R"(
[axes]
cp = [1, 2]
compile = ["before_fsdp"]
backend = ["eager"]
fsdp = ["full_shard"]
)";
  TestFiles files;
  const auto uncompiled = [&](const std::string& limits) {
    std::map<std::string, std::string> result;
    const Plan planned =
        plan(files.matrix("standard_relations = false\n" + std::string(axes) + limits), {});
    for (const PlannedCell& cell : planned.cells) result[cell.cell.id] = cell.uncompiled;
    return result;
  };
  EXPECT_EQ(uncompiled("").size(), 2U);
  const auto limited = uncompiled("[[compile_limit]]\nselect = 'cp = 2'\nspeedup = 0.9\n");
  const std::string compiled = "toy/fp32.cp2-allgather.before-block.eager.full_shard";
  EXPECT_EQ(limited.size(), 3U);
  EXPECT_EQ(limited.at(compiled), "toy/fp32.cp2-allgather.uncompiled.full_shard");
  EXPECT_EQ(limited.at(limited.at(compiled)), "");
  EXPECT_EQ(limited.at("toy/fp32.cp1.before-block.eager.full_shard"), "");
  EXPECT_EQ(uncompiled("[[compile_limit]]\nmemory = 2\n").size(), 4U);
  EXPECT_EQ(uncompiled("[[compile_limit]]\nbreaks = 0\n").size(), 2U);
}

TEST(Plan, ASelectedCellKeepsTheUncompiledOne) {
  TestFiles files;
  const Matrix matrix = files.matrix(R"(
standard_relations = false
[axes]
cp = [1, 2]
compile = ["before_fsdp"]
[[compile_limit]]
speedup = 0.9
)");
  const Plan planned = plan(matrix, {}, {std::nullopt, "cp = 2 & compile != none"});
  ASSERT_EQ(planned.cells.size(), 2U);
  EXPECT_EQ(planned.cells.back().uncompiled, planned.cells.front().cell.id);
}

}  // namespace
}  // namespace gridlock::matrix
