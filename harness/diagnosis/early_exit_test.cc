#include "harness/diagnosis/early_exit.h"

#include <gtest/gtest.h>

#include "harness/diagnosis/fake_evidence.h"

namespace gridlock::diagnosis {
namespace {

using testing::call;
using testing::group_of;
using testing::kAllReduceFrame;
using testing::kMain;
using testing::rank_in;
using trace::Op;

// Returns the evidence of four ranks of a group. Rank r made `calls[r]` all_reduces and raised in
// the last one.
Evidence ranks_with_calls(const std::vector<int>& calls, const std::string& description) {
  Evidence evidence;
  for (int rank = 0; rank < static_cast<int>(calls.size()); ++rank) {
    RankEvidence& last = evidence.ranks.emplace_back(
        rank_in(rank, {kMain, {"step", "train.py", 31}, kAllReduceFrame}));
    last.groups = {group_of(description, {0, 1, 2, 3})};
    for (int i = 0; i < calls[static_cast<std::size_t>(rank)]; ++i) call(last, 0, Op::kAllreduce);
  }
  return evidence;
}

TEST(EarlyExit, NamesTheCallThatTheFinishedRankNeverMade) {
  const auto found = find_early_exit(ranks_with_calls({3, 3, 2, 3}, "default_pg"), {2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ranks, std::vector<int>{2});
  EXPECT_EQ(found->sentence,
            "Rank 2 finished after all_reduce #2; ranks 0, 1 and 3 were in all_reduce #3 at "
            "train.py:31, which rank 2 never called");
  EXPECT_EQ(found->signature, "crash:exited early:all_reduce:default_pg:step");
}

TEST(EarlyExit, SeveralRanksAndAGroupOfItsOwnAreNamed) {
  const auto found = find_early_exit(ranks_with_calls({1, 0, 0, 1}, "mesh_dp"), {1, 2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ranks, (std::vector<int>{1, 2}));
  EXPECT_EQ(found->sentence,
            "Ranks 1 and 2 finished without a call of dp[0-3]; ranks 0 and 3 were in all_reduce "
            "#1 of dp[0-3] at train.py:31, which ranks 1 and 2 never called");
}

TEST(EarlyExit, ARankThatMadeAllCallsIsNotAtFault) {
  EXPECT_FALSE(find_early_exit(ranks_with_calls({3, 3, 3, 3}, "default_pg"), {2}));
  EXPECT_FALSE(find_early_exit(ranks_with_calls({3, 3, 2, 3}, "default_pg"), {}));
  EXPECT_FALSE(find_early_exit({}, {2}));
}

}  // namespace
}  // namespace gridlock::diagnosis
