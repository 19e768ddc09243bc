#include "harness/diagnosis/fork.h"

#include <gtest/gtest.h>

#include <map>

#include "harness/diagnosis/rank_calls.h"

namespace gridlock::diagnosis {
namespace {

using trace::Pass;

// Returns a rank with one call per letter. A lower-case letter is an all_reduce and an upper-case
// letter is an all_gather. The letter is also the call site. `passes` maps some letters to their
// passes.
RankCalls rank_with(int rank, const std::string& letters, const std::map<char, Pass>& passes = {}) {
  RankCalls calls{rank, letters.size(), {}, {}};
  for (std::size_t i = 0; i < letters.size(); ++i) {
    facts::Call call;
    const bool gathers = letters[i] < 'a';
    call.op = gathers ? trace::Op::kAllgatherBase : trace::Op::kAllreduce;
    call.seq = i + 1;
    call.site = letters[i] == '?' ? 0 : static_cast<std::uint64_t>(letters[i]);
    if (const auto pass = passes.find(letters[i]); pass != passes.end()) call.pass = pass->second;
    calls.calls[call.seq] = {Entry::State::kDone, call, {}};
  }
  return calls;
}

// Returns the accidental pairs as text such as "3-4", or "" if there are none. Two of the three
// ranks make the calls in `most`.
std::string fork_of(const std::string& most, const std::string& other,
                    const std::map<char, Pass>& passes = {}) {
  const std::vector<RankCalls> ranks = {rank_with(0, most, passes), rank_with(1, other, passes),
                                        rank_with(2, most, passes)};
  const auto fork = find_fork(ranks, find_difference(ranks));
  return fork ? std::to_string(fork->first) + "-" + std::to_string(fork->last) : "";
}

const std::map<char, Pass> kPasses = {
    {'F', Pass::kForward}, {'B', Pass::kBackward}, {'r', Pass::kBackward}};

TEST(Fork, TheNextForwardPairsWithTheBackwardOfTheOthers) {
  EXPECT_EQ(fork_of("FFBBrr"
                    "FFBBrr",
                    "FFBBrr"
                    "FFFFBB",
                    kPasses),
            "9-10");
  EXPECT_EQ(fork_of("FFBBrr", "FFFFBB", kPasses), "3-4") << "the first step, too";
  EXPECT_EQ(fork_of("FBr", "FFF", kPasses), "2-2") << "no earlier call tells which is right";
}

TEST(Fork, OfOnePlacePassesAndModulesTellCallsApart) {
  auto ranks = std::vector{rank_with(0, "GGGGg"), rank_with(1, "GGGGG")};
  EXPECT_FALSE(find_fork(ranks, find_difference(ranks)));
  for (RankCalls& rank : ranks) {
    for (auto& [seq, entry] : rank.calls) entry.call.pass = Pass::kForward;
  }
  ranks[0].calls[4].call.pass = ranks[0].calls[3].call.pass = Pass::kBackward;
  auto fork = find_fork(ranks, find_difference(ranks));
  ASSERT_TRUE(fork);
  EXPECT_EQ(fork_words(*fork), "#3 and #4 paired by accident");
  ranks = {rank_with(0, "GGGGg"), rank_with(1, "GGGGG")};
  for (RankCalls& rank : ranks) {
    rank.modules = {"layers.0", "layers.1"};
    for (auto& [seq, entry] : rank.calls) entry.call.module = seq % 2 == 0;
  }
  ranks[1].calls[4].call.module = 0;
  fork = find_fork(ranks, find_difference(ranks));
  ASSERT_TRUE(fork);
  EXPECT_EQ(fork_words(*fork), "#4 paired by accident");
}

TEST(Fork, ASkippedReductionShiftsAllThatFollow) {
  EXPECT_EQ(fork_of("abcGabcGab", "abcGacGabc"), "6-6");
  EXPECT_EQ(fork_of("aabaabaab", "aababaaba"), "5-9") << "pairs of one place within the shift";
}

TEST(Fork, PlacesThatDifferByRightAreNone) {
  EXPECT_EQ(fork_of("alGalGalG", "afGafGafg"), "") << "the leader's own place";
  EXPECT_EQ(fork_of("aGaGalG", "aGaGafg"), "") << "for the first time right before the difference";
  EXPECT_EQ(fork_of("lGlGlGlG", "fGfGfGfg"), "");
  EXPECT_EQ(fork_of("cFcFcFg", "cBcBcBG", kPasses), "") << "in their own passes, too";
  EXPECT_EQ(fork_of("abGabGabG", "xyGxyGxyg"), "") << "each place is a rank's own";
  EXPECT_EQ(fork_of("abcdefG", "uvwxyzg"), "") << "no call in common";
  EXPECT_EQ(fork_of("alGalG", "afGafG"), "") << "no calls that differ";
}

TEST(Fork, RanksThatRunTheirOwnCodeForLongHaveNone) {
  const std::string forward(40, 'F'), backward(40, 'B');
  EXPECT_EQ(fork_of("c" + forward + "r", "c" + backward + "B", kPasses), "");
  EXPECT_EQ(fork_of("cFFFr", "cBBBB", kPasses), "2-4");
}

TEST(Fork, BehindAGapOfALogNothingIsKnown) {
  auto ranks = std::vector{rank_with(0, "abcdeG"), rank_with(1, "abcdeg")};
  ranks[1].calls.erase(3);
  EXPECT_FALSE(find_fork(ranks, find_difference(ranks)));
}

TEST(Fork, AForkRightBehindPlacesThatDifferByRightIsFound) {
  EXPECT_EQ(fork_of("alFFBBrralFFBBrr", "afFFBBrrafBBrraf", kPasses), "11-12");
}

TEST(Fork, WithoutPlacesNothingIsKnown) {
  EXPECT_EQ(fork_of("????G", "????g"), "");
  EXPECT_EQ(fork_of("", "ab"), "");
}

TEST(Fork, NumbersAtTheirLimitAreNoTrouble) {
  std::vector<RankCalls> ranks = {rank_with(0, "ab"), rank_with(1, "ac")};
  ranks[0].calls[~std::uint64_t{0}] = ranks[0].calls[1];
  EXPECT_FALSE(find_fork(ranks, std::nullopt));
  EXPECT_FALSE(find_fork(ranks, ~std::uint64_t{0}));
  EXPECT_FALSE(find_fork(std::vector<RankCalls>{}, 3));
}

}  // namespace
}  // namespace gridlock::diagnosis
