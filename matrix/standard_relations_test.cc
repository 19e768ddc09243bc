#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "matrix/test_plans.h"

namespace gridlock::matrix {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

std::vector<std::string> names(const Matrix& matrix) {
  std::vector<std::string> names;
  for (const Relation& relation : matrix.relations) names.push_back(relation.name);
  return names;
}

const char* const kLists = "[axes]\ncp = [1, 2]\ncompile = ['none', 'before_fsdp']\n";

TEST(StandardRelations, ApplyToEachMatrixThatListsTheirAxis) {
  TestFiles files;
  EXPECT_THAT(names(files.matrix(kLists)), ElementsAre("compiled ≈ uncompiled", "cp N ≈ cp 1"));
  EXPECT_THAT(names(files.matrix("[axes]\nlayers = [1]\n[gpu.axes]\ncp = [2]\n")),
              ElementsAre("cp N ≈ cp 1"));
  EXPECT_THAT(names(files.matrix("[[add]]\naxes = { fsdp = 'hybrid_shard' }\n")),
              ElementsAre("sharded ≈ replicated"));
  EXPECT_THAT(names(files.matrix("[axes]\nlayers = [1]\n")), IsEmpty());
}

TEST(StandardRelations, JudgeEachCellOfAMatrixThatSaysNothingOfRelations) {
  TestFiles files;
  const Plan plan = plan_of(files, kLists, {}, kAll);
  EXPECT_THAT(ids(plan, CellRole::kReference), ElementsAre("toy/fp32.cp1.uncompiled.full_shard"));
  for (const PlannedCell& planned : plan.cells) EXPECT_TRUE(planned.related) << planned.cell.id;
  EXPECT_TRUE(plan.compares());
}

TEST(StandardRelations, AreLeftOutWhereTheFileSaysSo) {
  TestFiles files;
  const Plan plan = plan_of(files, std::string("standard_relations = false\n") + kLists, {}, kAll);
  EXPECT_THAT(ids(plan, CellRole::kReference), IsEmpty());
  for (const PlannedCell& planned : plan.cells) EXPECT_FALSE(planned.related);
  EXPECT_FALSE(plan.compares());
}

TEST(StandardRelations, ARelationOfTheSameNameReplacesOne) {
  TestFiles files;
  const Matrix matrix = files.matrix(std::string(kLists) +
                                     "[[relation]]\nname = 'cp N ≈ cp 1'\nrtol = 0.001\n"
                                     "atol = { grad_norm = 1 }\n");
  ASSERT_THAT(names(matrix), ElementsAre("compiled ≈ uncompiled", "cp N ≈ cp 1"));
  const Relation& own = matrix.relations[1];
  EXPECT_EQ(own.set, (Choice{{"cp", 1}})) << "as in the standard one";
  EXPECT_THAT(own.tolerance.loss.rtol, Optional(0.001));
  EXPECT_THAT(own.tolerance.grad_norm.rtol, Optional(0.001));
  EXPECT_FALSE(own.tolerance.loss.atol.has_value());
  EXPECT_THAT(own.tolerance.grad_norm.atol, Optional(1.0));
}

TEST(StandardRelations, SoDoesARelationWithTheSameSet) {
  TestFiles files;
  EXPECT_THAT(names(files.matrix(std::string(kLists) + "[[relation]]\nname = 'mine'\n"
                                                       "set = { compile = 'none' }\n")),
              ElementsAre("cp N ≈ cp 1", "mine"));
}

TEST(StandardRelations, AJoinedRelationHasTheToleranceOfEach) {
  TestFiles files;
  const Plan plan = plan_of(
      files, std::string(kLists) + "[[relation]]\nname = 'cp N ≈ cp 1'\nrtol = 0.01\n", {}, kAll);
  const PlannedCell* both = plan.find("toy/fp32.cp2-allgather.before-block.inductor.full_shard");
  ASSERT_NE(both, nullptr);
  ASSERT_THAT(both->relations, SizeIs(3));
  EXPECT_EQ(both->relations[0].name, "compiled ≈ uncompiled, cp N ≈ cp 1");
  ASSERT_THAT(both->relations[0].tolerances, SizeIs(2));
  EXPECT_FALSE(both->relations[0].tolerances[0].loss.rtol.has_value());
  EXPECT_THAT(both->relations[0].tolerances[1].loss.rtol, Optional(0.01));
  EXPECT_THAT(both->relations[2].tolerances, SizeIs(1));
}

TEST(StandardRelations, ACellThatNoRelationIsAboutIsNotRelated) {
  TestFiles files;
  const Plan plan =
      plan_of(files, "[axes]\nlayers = [1, 2]\n[[add]]\naxes = { cp = 2, layers = 2 }\n", {}, kAll);
  EXPECT_FALSE(plan.find("toy/fp32.cp1.uncompiled.full_shard.l1")->related);
  EXPECT_TRUE(plan.find("toy/fp32.cp1.uncompiled.full_shard")->related) << "a reference";
  EXPECT_TRUE(plan.find("toy/fp32.cp2-allgather.uncompiled.full_shard")->related);
}

}  // namespace
}  // namespace gridlock::matrix
