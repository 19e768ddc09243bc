#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "matrix/test_plans.h"

namespace gridlock::matrix {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

const char* const kRelations = R"(
[reference]
reset = ["world_size", "activation_checkpointing"]
[[relation]]
name = "compiled"
set = { compile = "none" }
[[relation]]
name = "cp"
set = { cp = 1 }
)";

TEST(Relations, ManyCellsShareFewReferences) {
  TestFiles files;
  const Plan plan = plan_of(files,
                            "[axes]\nprecision = ['fp32', 'bf16']\nworld_size = [4, 8]\n"
                            "cp = [2, 4]\nactivation_checkpointing = [false, true]\n"
                            "compile = ['none', 'before_fsdp']\n" +
                                std::string(kRelations),
                            {}, kAll);
  EXPECT_THAT(ids(plan, CellRole::kReference),
              UnorderedElementsAre("toy/fp32.cp1.uncompiled.full_shard",
                                   "toy/bf16.cp1.uncompiled.full_shard"));
  EXPECT_EQ(plan.cells[0].role, CellRole::kReference);
  EXPECT_EQ(plan.cells[1].role, CellRole::kReference);
  EXPECT_EQ(plan.cells[2].role, CellRole::kCovering);
  const PlannedCell* cell =
      plan.find("toy/fp32.ws8.cp4-allgather.before-block.inductor.full_shard.checkpointed");
  ASSERT_NE(cell, nullptr);
  ASSERT_THAT(cell->relations, SizeIs(2));
  EXPECT_EQ(cell->relations[0].name, "compiled, cp");
  EXPECT_EQ(cell->relations[0].partner, "toy/fp32.cp1.uncompiled.full_shard");
  EXPECT_EQ(cell->relations[1].name, "compiled");
  EXPECT_EQ(cell->relations[1].partner,
            "toy/fp32.ws8.cp4-allgather.uncompiled.full_shard.checkpointed");
}

TEST(Relations, RelationThatTheCellHasAlreadyIsVoid) {
  TestFiles files;
  const Plan plan = plan_of(files, "[axes]\ncp = [1, 2]\n" + std::string(kRelations), {}, kAll);
  ASSERT_THAT(plan.cells, SizeIs(2));
  EXPECT_EQ(plan.cells[0].role, CellRole::kReference);
  EXPECT_THAT(plan.cells[0].relations, IsEmpty());
  EXPECT_THAT(plan.cells[1].relations, SizeIs(1));
}

TEST(Relations, AReferenceMeasuresItsSpreadWithoutAStatedTolerance) {
  const auto measures = [](const std::string& more) {
    TestFiles files;
    const Plan plan = plan_of(files,
                              "standard_relations = false\n[axes]\ncp = [1, 2]\n[[relation]]\n"
                              "name = 'r'\nset = { cp = 1 }\n" +
                                  more,
                              {}, kAll);
    EXPECT_FALSE(plan.cells[1].measures_spread);
    return plan.cells[0].measures_spread;
  };
  EXPECT_TRUE(measures(""));
  EXPECT_TRUE(measures("rtol = { loss = 1e-4 }\n"));
  EXPECT_FALSE(measures("rtol = 1e-4\n"));
  EXPECT_FALSE(measures("exact = true\n"));
}

TEST(Relations, SelectLimitsThem) {
  TestFiles files;
  const Plan plan = plan_of(files,
                            "[axes]\ncp = [1, 2, 4]\n[[relation]]\nname = 'r'\nset = { cp = 1 }\n"
                            "select = 'cp = 4'\n",
                            {}, kAll);
  EXPECT_THAT(plan.find("toy/fp32.cp2-allgather.uncompiled.full_shard")->relations, IsEmpty());
  EXPECT_THAT(plan.find("toy/fp32.cp4-allgather.uncompiled.full_shard")->relations, SizeIs(1));
}

TEST(Relations, RepeatRelatesACellToItself) {
  TestFiles files;
  const Plan plan = plan_of(files, "[axes]\ncp = [1, 2]\n" + std::string(kRelations) +
                                       "[[relation]]\nname = 'twice'\nrepeat = true\n"
                                       "select = 'role = reference'\n");
  ASSERT_THAT(plan.cells, SizeIs(2));
  ASSERT_THAT(plan.cells[0].relations, SizeIs(1));
  EXPECT_EQ(plan.cells[0].relations[0].partner, plan.cells[0].cell.id);
  EXPECT_TRUE(plan.cells[0].relations[0].exact);
  EXPECT_THAT(plan.cells[1].relations, SizeIs(1));
  EXPECT_FALSE(plan.cells[1].relations[0].exact);
}

TEST(Relations, ARepeatedCellMayBeTrainedInAnotherTier) {
  TestFiles files;
  const Plan plan = plan_of(
      files, "[axes]\ncp = [1]\n[[relation]]\nname = 'r'\nrepeat = true\ntier = 'cold'\n");
  ASSERT_THAT(plan.cells[0].relations, SizeIs(1));
  EXPECT_EQ(plan.cells[0].relations[0].tier, "cold");
}

TEST(Relations, ExactRelationHasAPartnerOfItsOwn) {
  TestFiles files;
  const Plan plan = plan_of(
      files, "[axes]\ncp = [2]\nhash_seed = ['per_rank']\n" + std::string(kRelations) +
                 "[[relation]]\nname = 'bits'\nset = { hash_seed = 'shared' }\nexact = true\n");
  EXPECT_THAT(ids(plan, CellRole::kReference),
              UnorderedElementsAre("toy/fp32.cp1.uncompiled.full_shard.hash_per_rank",
                                   "toy/fp32.cp2-allgather.uncompiled.full_shard"));
}

TEST(Relations, ReferenceMayStandOutsideTheFilesConstraintsButNotTheCases) {
  TestFiles files;
  const std::string text =
      "[axes]\nworld_size = [2]\ncp = [2]\n[[constraint]]\nforbid = 'world_size != cp'\n"
      "reason = 'r'\n" +
      std::string(kRelations);
  const Plan plan = plan_of(files, text);
  EXPECT_THAT(ids(plan, CellRole::kReference),
              ElementsAre("toy/fp32.ws2.cp1.uncompiled.full_shard"));
  EXPECT_EQ(coverage(plan, ids(plan)).covered, plan.goal.feasible);

  files.write("cases/toy/case.toml",
              "name = 'toy'\ndescription = 'd'\n[[constraint]]\nforbid = 'cp = 1'\n"
              "reason = 'only long sequences'\n");
  const Plan without = plan_of(files, text);
  EXPECT_THAT(ids(without, CellRole::kReference), IsEmpty());
  ASSERT_THAT(without.infeasible, SizeIs(1));
  EXPECT_THAT(without.infeasible[0].reason, HasSubstr("only long sequences"));
  EXPECT_THAT(without.cells[0].relations, IsEmpty());
}

TEST(Expectations, AttachToSelectedCells) {
  TestFiles files;
  const Plan plan = plan_of(files,
                            "[axes]\ncp = [1, 2]\n[[xfail]]\nselect = 'cp = 2'\n"
                            "issue = 'https://x/1'\n[[quarantine]]\nselect = 'toy/*cp1*'\n"
                            "owner = 'o'\nreview_by = 2030-01-02\nreason = 'r'\n",
                            {}, kAll);
  const PlannedCell& one = *plan.find("toy/fp32.cp1.uncompiled.full_shard");
  const PlannedCell& two = *plan.find("toy/fp32.cp2-allgather.uncompiled.full_shard");
  EXPECT_FALSE(one.xfail.has_value());
  ASSERT_TRUE(two.xfail.has_value());
  EXPECT_EQ(two.xfail->issue, "https://x/1");
  ASSERT_TRUE(one.quarantine.has_value());
  EXPECT_EQ(one.quarantine->owner, "o");
  EXPECT_FALSE(two.quarantine.has_value());
}

TEST(Expectations, MayHoldOnMachinesWithGpusOnly) {
  TestFiles files;
  const std::string text =
      "[axes]\ncp = [1, 2]\n[gpu.axes]\nworld_size = ['gpus']\n"
      "[[xfail]]\nselect = 'gpus > 1 & cp = 2'\nissue = 'https://x/1'\n";
  const auto expected = [&](const Machine& machine) {
    const Plan plan = plan_of(files, text, machine, kAll);
    return std::count_if(plan.cells.begin(), plan.cells.end(),
                         [](const PlannedCell& planned) { return planned.xfail.has_value(); });
  };
  EXPECT_EQ(expected({0}), 0);
  EXPECT_EQ(expected({2}), 1);
}

TEST(Select, KeepsTheReferencesThatJudgeTheSelectedCells) {
  TestFiles files;
  const std::string text =
      "[axes]\nprecision = ['fp32', 'bf16']\ncp = [1, 2, 4]\n" + std::string(kRelations);
  const Plan plan = plan_of(files, text, {}, {0, "cp = 4 & precision = fp32"});
  EXPECT_THAT(ids(plan), UnorderedElementsAre("toy/fp32.cp1.uncompiled.full_shard",
                                              "toy/fp32.cp4-allgather.uncompiled.full_shard"));
  EXPECT_THAT(ids(plan_of(files, text, {}, {0, "role = reference"})), SizeIs(2));
}

TEST(Select, TakesAWholeIdOrAPattern) {
  TestFiles files;
  const std::string text = "standard_relations = false\n[axes]\ncp = [1, 2, 4]\n";
  EXPECT_THAT(ids(plan_of(files, text, {}, {0, "toy/fp32.cp2-allgather.uncompiled.full_shard"})),
              SizeIs(1));
  EXPECT_THAT(ids(plan_of(files, text, {}, {0, "toy/*allgather*"})), SizeIs(2));
}

TEST(Select, NothingSelectedNamesTheNearestCell) {
  TestFiles files;
  EXPECT_THAT(plan_error(files, "[axes]\ncp = [1, 2]\n", {0, "cp = 4"}),
              HasSubstr("no cell of 'm' is selected by \"cp = 4\""));
  EXPECT_THAT(plan_error(files, "[axes]\ncp = [1, 2]\n", {0, "toy/fp32.cp1.uncompiled.full_shrad"}),
              HasSubstr("did you mean 'toy/fp32.cp1.uncompiled.full_shard'?"));
}

}  // namespace
}  // namespace gridlock::matrix
