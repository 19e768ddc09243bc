#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
using verdict::Verdict;

TEST(WrongNumbers, AreFoundInAMatrixThatSaysNothingOfRelations) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("slightly_wrong"));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  const auto records = workspace.results();
  ASSERT_EQ(records.size(), 2u);
  const auto* eager = find(records, ".uncompiled.full_shard.slightly_wrong");
  const auto* compiled = find(records, ".before-block.eager.full_shard.slightly_wrong");
  ASSERT_TRUE(eager != nullptr && compiled != nullptr);
  EXPECT_EQ(eager->verdict, Verdict::kPass);
  EXPECT_FALSE(eager->unjudged);
  EXPECT_EQ(compiled->verdict, Verdict::kWrong);
  EXPECT_THAT(compiled->sentence, HasSubstr("Relation 'compiled ≈ uncompiled' does not hold"));
  ASSERT_EQ(compiled->comparisons.size(), 2u);
  EXPECT_EQ(compiled->comparisons[0].partner, eager->cell);
  EXPECT_GT(compiled->comparisons[0].difference, compiled->comparisons[0].allowed);
  // gridlock keeps the output of this cell's ranks, although each rank ended normally. It does not
  // keep the output of the cell that passed.
  const auto evidence = workspace.root() / "out" / compiled->evidence;
  EXPECT_THAT(read_text(evidence / "rank1.log"), HasSubstr("the loss is 1.001 times as large"));
  EXPECT_EQ(eager->evidence, "");
  EXPECT_EQ(std::ranges::distance(std::filesystem::directory_iterator(evidence.parent_path())), 1);
}

}  // namespace
}  // namespace gridlock::integration
