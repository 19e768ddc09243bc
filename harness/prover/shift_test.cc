#include "harness/prover/shift.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::prover {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t kA = 10, kB = 11, kC = 12;

// Returns a snapshot in which each rank has made all_reduces of one group from the given sites.
Snapshot snapshot_of(const std::vector<std::vector<std::uint64_t>>& sites) {
  Snapshot snapshot;
  for (std::size_t rank = 0; rank < sites.size(); ++rank) {
    RankFacts facts;
    facts.rank = static_cast<int>(rank);
    Group group;
    group.members = {0, 1, 2};
    facts.groups.push_back(group);
    facts.sites = {{kA, "train.py:1"}, {kB, "train.py:2"}};
    for (std::size_t i = 0; i < sites[rank].size(); ++i) {
      Call call;
      call.op = trace::Op::kAllreduce;
      call.seq = i + 1;
      call.site = sites[rank][i];
      facts.recent.push_back(call);
    }
    snapshot.ranks.push_back(std::move(facts));
  }
  return snapshot;
}

TEST(Shift, ARankThatLeftACallOutMeetsTheOthersOneTooEarly) {
  const auto shift = find_shift(snapshot_of({{kA, kB, kC}, {kB, kC}, {kA, kB, kC}}));
  ASSERT_TRUE(shift);
  EXPECT_EQ(shift->seq, 1u);
  EXPECT_TRUE(shift->skipped);
  EXPECT_THAT(shift->ranks, ElementsAre(1));
  EXPECT_THAT(shift->others, ElementsAre(0, 2));
  EXPECT_EQ(shift->my_place, "train.py:2");
  EXPECT_EQ(shift->their_place, "train.py:1");
}

TEST(Shift, ARankThatMadeOneMoreMeetsThemLater) {
  const auto shift = find_shift(snapshot_of({{kA, kB}, {kA, kB}, {kC, kA, kB}}));
  ASSERT_TRUE(shift);
  EXPECT_FALSE(shift->skipped);
  EXPECT_THAT(shift->ranks, ElementsAre(2));
}

TEST(Shift, ARankThatMakesUpForASkippedCallElsewhereIsFound) {
  for (const bool first : {true, false}) {
    std::vector<std::uint64_t> odd{kA, kA, kA, kB, kA, kA}, usual{kA, kA, kA, kA, kA, kA};
    const auto shift = find_shift(first ? snapshot_of({odd, usual}) : snapshot_of({usual, odd}));
    ASSERT_TRUE(shift);
    EXPECT_EQ(shift->seq, 4u);
    EXPECT_FALSE(shift->skipped);
    EXPECT_THAT(shift->ranks, ElementsAre(first ? 0 : 1));
    EXPECT_EQ(shift->my_place, "train.py:2");
  }
}

TEST(Shift, ACallOfItsOwnThatARankRepeatsIsNone) {
  EXPECT_FALSE(find_shift(snapshot_of({{kA, kA, kA, kB, kA, kB}, {kA, kA, kA, kA, kA, kA}})));
  EXPECT_FALSE(find_shift(snapshot_of({{kA, kA, kB}, {kA, kA, kA}}))) << "too short to be usual";
  EXPECT_FALSE(find_shift(snapshot_of({{kA, kA, kA, kA, kB}, {kA, kA, kA, kA, kA}})))
      << "the rank may make other calls from then on";
}

TEST(Shift, PlacesThatDifferByRightAreNone) {
  EXPECT_FALSE(find_shift(snapshot_of({{kA, kB, kA, kB}, {kA, kC, kA, kC}, {kA, kB, kA, kB}})));
  EXPECT_FALSE(find_shift(snapshot_of({{kA, kA, kA}, {kA, kA}, {kA, kA, kA}})));
}

TEST(Shift, CallsThatDoNotFitAreNoAccident) {
  Snapshot snapshot = snapshot_of({{kA, kB, kC}, {kB, kC}, {kA, kB, kC}});
  for (Call& call : snapshot.ranks[1].recent) call.op = trace::Op::kBroadcast;
  EXPECT_FALSE(find_shift(snapshot));
}

TEST(Shift, GarbageIsNone) {
  Snapshot snapshot = snapshot_of({{kA, kB}, {kB}});
  snapshot.ranks[1].recent[0].group = 7;
  EXPECT_FALSE(find_shift(snapshot));
  snapshot.ranks[1].rank = 0;
  EXPECT_FALSE(find_shift(snapshot));
}

}  // namespace
}  // namespace gridlock::prover
