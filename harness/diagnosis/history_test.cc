#include "harness/diagnosis/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "harness/diagnosis/fake_evidence.h"
#include "harness/text/columns.h"

namespace gridlock::diagnosis {
namespace {

using testing::call;
using ::testing::ElementsAre;
using testing::group_of;
using testing::rank_in;
using trace::Op;

std::string drawn(const std::optional<History>& history) {
  std::string text = "\n";
  if (!history) return text;
  for (const std::string& line : render(*history)) text += line + "\n";
  return text;
}

std::vector<RankEvidence> four_ranks() {
  std::vector<RankEvidence> ranks;
  for (int rank = 0; rank < 4; ++rank) {
    ranks.push_back(rank_in(rank, {}));
    ranks.back().groups = {group_of("default_pg", {0, 1, 2, 3})};
    for (int i = 0; i < 5; ++i) call(ranks.back(), 0, Op::kAllreduce);
  }
  return ranks;
}

// Returns the history for a finding whose proof covers all ranks.
std::optional<History> history_of(const std::vector<RankEvidence>& ranks) {
  facts::Finding finding;
  for (const RankEvidence& rank : ranks) finding.at_fault.push_back(rank.rank);
  return history_of(ranks[0].groups[0], Evidence{finding, ranks, {}});
}

std::optional<History> history_of(const Evidence& evidence) {
  return history_of(evidence.ranks[0].groups[0], evidence);
}

TEST(History, ARankThatLeavesACallOut) {
  const Evidence evidence = testing::missing_rank();
  const auto history = history_of(evidence.ranks);
  EXPECT_EQ(drawn(history), R"(
cp[0-3]: the ranks diverge at call #17
        ranks 0, 2-3                  rank 1
  #15   all_gather_into_tensor ✓      all_gather_into_tensor ✓
  #16   reduce_scatter_tensor ✓       reduce_scatter_tensor ✓
≠ #17   all_gather_into_tensor waits  never called
  then                                all_reduce #9 of dp[1,5] waits
)");
}

TEST(History, ARankThatMayMakeItsCallYetHasNotDiverged) {
  Evidence evidence = testing::waiting_for_rank_1(facts::Class::kBusyRank, {});
  const char* kTable = R"(
      ranks 0, 2-3      rank 1
  #4  all_reduce waits  not called yet
)";
  EXPECT_EQ(drawn(history_of(evidence)),
            "\ndefault_pg[0-3]: rank 1 has not made call #4 yet" + std::string(kTable));
  evidence.finding.kind = facts::Kind::kDeadlock;
  evidence.finding.cls = facts::Class::kMissingRank;
  EXPECT_THAT(drawn(history_of(evidence)), ::testing::HasSubstr("never called"));
  evidence.finding.proved = false;
  EXPECT_THAT(drawn(history_of(evidence)), ::testing::HasSubstr("not called yet"));
  evidence.ranks[1].end = "exited with code 0";
  EXPECT_THAT(drawn(history_of(evidence)), ::testing::HasSubstr("the ranks diverge at call #4"));
}

TEST(History, OfAProofOnlyItsOwnRanksCallNothingAnyMore) {
  Evidence evidence = testing::missing_rank();
  evidence.finding.at_fault = {2};
  std::erase_if(evidence.finding.blocked, [](const auto& blocked) { return blocked.rank == 1; });
  EXPECT_THAT(drawn(history_of(evidence)), ::testing::HasSubstr("not called yet"));
}

TEST(History, ArgumentsThatDifferAreTold) {
  auto ranks = four_ranks();
  for (RankEvidence& rank : ranks) {
    facts::Call& mine = call(rank, 0, Op::kAllreduce, false);
    if (rank.rank == 3) mine.count = 32;
    if (rank.rank == 3) mine.dtype = 15;
  }
  const auto history = history_of(ranks);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->diverged, 6u);
  EXPECT_EQ(drawn(history), R"(
default_pg[0-3]: the ranks diverge at call #6
      ranks 0-2         rank 3
  #4  all_reduce ✓      all_reduce ✓
  #5  all_reduce ✓      all_reduce ✓
≠ #6  all_reduce waits  all_reduce, bfloat16, 32 elements waits
)");
}

// Returns four ranks over which FSDP2 shards a module. After two steps, rank 3 skips the backward.
std::vector<RankEvidence> ranks_that_skip_a_backward() {
  std::vector<RankEvidence> ranks;
  for (int rank = 0; rank < 4; ++rank) {
    RankEvidence& last = ranks.emplace_back(rank_in(rank, {}));
    last.groups = {group_of("default_pg", {0, 1, 2, 3})};
    last.sites = {{7, "train.py:14"}, {8, "train.py:15"}};
    last.modules = {"layers.0"};
    const auto add = [&](Op op, trace::Pass pass, bool done = true) {
      facts::Call& made = call(last, 0, op, done);
      made.pass = pass;
      made.site = pass == trace::Pass::kForward ? 7 : 8;
      made.module = 0;
    };
    for (int step = 0; step < 3; ++step) {
      add(Op::kAllgatherBase, trace::Pass::kForward);
      if (rank == 3 && step == 2) continue;
      add(Op::kAllgatherBase, trace::Pass::kBackward);
      if (step < 2) add(Op::kReduceScatterBase, trace::Pass::kBackward);
    }
    if (rank == 3) add(Op::kAllgatherBase, trace::Pass::kForward);
    if (rank == 3) add(Op::kAllgatherBase, trace::Pass::kBackward, false);
    if (rank != 3) add(Op::kReduceScatterBase, trace::Pass::kBackward, false);
  }
  return ranks;
}

TEST(History, BelowCallsIsWhereTheyWereMadeAndItBeginsWhereTheyPairedByAccident) {
  EXPECT_EQ(drawn(history_of(ranks_that_skip_a_backward())), R"(
default_pg[0-3]: the ranks diverge at call #8; #8 paired by accident
      ranks 0-2                          rank 3
  #6  reduce_scatter_tensor ✓            reduce_scatter_tensor ✓
      backward of layers.0, train.py:15  backward of layers.0, train.py:15
  #7  all_gather_into_tensor ✓           all_gather_into_tensor ✓
      forward of layers.0, train.py:14   forward of layers.0, train.py:14
≠ #8  all_gather_into_tensor ✓           all_gather_into_tensor ✓
      backward of layers.0, train.py:15  forward of layers.0, train.py:14
  #9  reduce_scatter_tensor waits        all_gather_into_tensor waits
      backward of layers.0, train.py:15  backward of layers.0, train.py:15
)");
}

TEST(History, ARankThatStillRunsHasDivergedNowhereBefore) {
  const auto ranks = ranks_that_skip_a_backward();
  facts::Finding stall;
  stall.kind = facts::Kind::kStall;
  const auto history = history_of(ranks[0].groups[0], Evidence{stall, ranks, {}});
  ASSERT_TRUE(history);
  EXPECT_FALSE(history->fork);
  EXPECT_EQ(history->diverged, 9u);
}

TEST(History, PlacesThatDifferByRightTakeNoColumnAndAreNotTold) {
  auto ranks = four_ranks();
  for (RankEvidence& rank : ranks) {
    rank.sites = {{7, "train.py:14"}, {8, "train.py:22"}};
    for (facts::Call& made : rank.recent) made.site = made.seq == 4 && rank.rank == 3 ? 8 : 7;
  }
  EXPECT_EQ(drawn(history_of(ranks)), R"(
default_pg[0-3]: the ranks agree as far as the logs reach
      ranks 0-3
  #3  all_reduce ✓
      train.py:14
  #4  all_reduce ✓
  #5  all_reduce ✓
      train.py:14
)");
}

TEST(History, BetweenTheForkAndTheCallsThatDifferRowsMayBeLeftOut) {
  auto ranks = four_ranks();
  for (RankEvidence& rank : ranks) {
    for (int i = 0; i < 20; ++i) call(rank, 0, Op::kAllreduce);
    for (facts::Call& made : rank.recent) made.site = made.seq;
    if (rank.rank == 3) rank.recent.erase(rank.recent.begin() + 8);
    for (std::size_t i = 8; rank.rank == 3 && i < rank.recent.size(); ++i) --rank.recent[i].seq;
    if (rank.rank == 3) rank.groups[0].enqueued = 24;
  }
  const auto history = history_of(ranks);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->diverged, 9u);
  EXPECT_THAT(history->rows, ElementsAre(7, 8, 9, 10, 11, 23, 24, 25));
  EXPECT_NE(drawn(history).find("⋮"), std::string::npos);
}

TEST(History, TheSameCallsInAnotherOrder) {
  auto ranks = four_ranks();
  for (RankEvidence& rank : ranks) {
    call(rank, 0, rank.rank == 2 ? Op::kBarrier : Op::kBroadcast, false);
    call(rank, 0, rank.rank == 2 ? Op::kBroadcast : Op::kBarrier, false);
    call(rank, 0, Op::kAllreduce, false);
    call(rank, 0, Op::kAllreduce, false);
  }
  const auto history = history_of(ranks);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->diverged, 6u);
  EXPECT_THAT(history->rows, ElementsAre(4, 5, 6, 7, 8)) << "two before, two after";
}

TEST(History, RanksThatAgreeDoNotDiverge) {
  const auto ranks = four_ranks();
  const auto history = history_of(ranks);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->diverged, std::nullopt);
  EXPECT_EQ(history->columns.size(), 1u);
}

TEST(History, WhatTheLogLostIsUnknownNotMissing) {
  auto ranks = four_ranks();
  // Rank 1 has issued as many calls as the other ranks, but its log lacks the oldest ones.
  ranks[1].recent.erase(ranks[1].recent.begin(), ranks[1].recent.begin() + 2);
  const auto history = history_of(ranks);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->diverged, std::nullopt);
  ranks[1].recent.clear();
  call(ranks[1], 0, Op::kAllreduce);
  EXPECT_EQ(history_of(ranks)->diverged, 6u) << "others never called #6";
}

TEST(History, GroupsOfTheSameNameButOtherMembersAreOthers) {
  auto ranks = four_ranks();
  ranks[3].groups[0].members = {3, 4, 5, 6};
  const auto history = history_of(ranks);
  ASSERT_TRUE(history);
  ASSERT_EQ(history->columns.size(), 1u);
  EXPECT_THAT(history->columns[0].ranks, ElementsAre(0, 1, 2));
  EXPECT_FALSE(history_of(group_of("x", {0, 1}), Evidence{{}, ranks, {}}));
}

// A rank may write anything into its ring. The history must not crash, loop endlessly or contain a
// wide line.
TEST(History, SurvivesRandomRecords) {
  std::mt19937_64 random(11);
  std::size_t drawn_lines = 0;
  for (int round = 0; round < 200; ++round) {
    auto ranks = four_ranks();
    for (int hits = 0; hits < 10; ++hits) {
      facts::Call& corrupt = ranks[random() % 4].recent[random() % 5];
      corrupt.group = static_cast<int>(random() % 3) - 1;
      corrupt.op = static_cast<Op>(random());
      corrupt.number = static_cast<std::uint32_t>(random());
      corrupt.dtype = static_cast<int>(random());
      corrupt.peer = static_cast<int>(random());
      if (random() % 4 == 0) corrupt.seq = random();
    }
    const auto history = history_of(ranks);
    if (!history) continue;
    ASSERT_LE(history->rows.size(), 10u);
    for (const std::string& line : render(*history)) {
      ++drawn_lines;
      ASSERT_LE(text::columns(line), text::kPageWidth) << line;
    }
  }
  EXPECT_GT(drawn_lines, 200u);
}

}  // namespace
}  // namespace gridlock::diagnosis
