#include "harness/health/frames.h"

#include <gtest/gtest.h>

#include "harness/health/test_frames.h"

namespace gridlock::health {
namespace {

using protocol::CompiledFrame;
using testing::frame;
using testing::two_ranks;

TEST(Frames, OfRanksThatAgreeAreJoined) {
  CompiledFrame slow = frame("0/0");
  slow.seconds = {{"dynamo", 1}, {"inductor", 9}};
  slow.caches = {{"graphs", "miss"}};
  CompiledFrame fast = frame("0/0");
  fast.caches = {{"graphs", "hit"}};
  fast.peak_memory_mib = 700;
  const auto frames = join(two_ranks({slow}, {fast}));
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].ranks, (std::vector<int>{0, 1}));
  EXPECT_EQ(frames[0].seconds, (std::vector<double>{10, 3}));
  EXPECT_EQ(frames[0].compiled.seconds.at("inductor"), 9);
  EXPECT_TRUE(frames[0].compiled.caches.empty());
  ASSERT_EQ(frames[0].caches.size(), 2U);
  EXPECT_EQ(frames[0].caches[0].use.outcome, "miss");
  EXPECT_EQ(frames[0].caches[0].ranks, std::vector<int>{0});
  EXPECT_EQ(frames[0].caches[1].use.outcome, "hit");
  EXPECT_EQ(frames[0].caches[1].ranks, std::vector<int>{1});
  EXPECT_EQ(frames[0].compiled.peak_memory_mib, 700);
}

TEST(Frames, OfRanksThatDifferStayApart) {
  CompiledFrame other = frame("0/0");
  other.guards = 7;
  EXPECT_EQ(join(two_ranks({frame("0/0")}, {other})).size(), 2U);
  other = testing::with(frame("0/0"), {});
  EXPECT_EQ(join(two_ranks({frame("0/0")}, {other})).size(), 2U);
}

TEST(Frames, ABackwardBelongsToItsFrame) {
  CompiledFrame backward = frame("0/0", "");
  backward.backward = true;
  backward.code = {"/tmp/b.py"};
  backward.error = "InductorError: x";
  const auto frames = join({{0, {frame("0/0"), frame("1/0"), backward}}});
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].seconds, std::vector<double>{6});
  EXPECT_EQ(frames[0].compiled.code, backward.code);
  EXPECT_EQ(frames[0].compiled.error, backward.error);
  EXPECT_EQ(join({{0, {backward}}}).size(), 1U) << "of a frame that nobody saw";
}

TEST(Frames, AreFoundAgainByRank) {
  CompiledFrame other = frame("1/0");
  const auto ranks = by_rank(join(two_ranks({frame("0/0"), other}, {frame("0/0")})));
  ASSERT_EQ(ranks.size(), 2U);
  EXPECT_EQ(ranks[0].frames.size(), 2U);
  EXPECT_EQ(ranks[1].frames.size(), 1U);
}

TEST(Frames, OfARankThatCompilesMoreAreASkew) {
  EXPECT_FALSE(skew_of(join({{0, {frame("0/0")}}})));
  const auto skew = skew_of(join(two_ranks({frame("0/0")}, {frame("0/0"), frame("1/0")})));
  ASSERT_TRUE(skew);
  EXPECT_EQ(skew->slowest, 1);
  EXPECT_EQ(skew->fastest, 0);
  EXPECT_EQ(skew->seconds(), 3);
}

TEST(Frames, AreNamedByTheirPlace) {
  EXPECT_EQ(name_of(frame("0/1")), "forward at case.py:26 [0/1]");
}

}  // namespace
}  // namespace gridlock::health
