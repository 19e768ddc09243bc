#include "harness/health/differences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/health/test_frames.h"

namespace gridlock::health {
namespace {

using protocol::CompiledFrame;
using ::testing::ElementsAre;
using testing::frame;
using ::testing::IsEmpty;
using testing::two_ranks;
using testing::with;

CompiledFrame with_hash(CompiledFrame frame, const std::string& hash) {
  frame.graphs.back().hash = hash;
  return frame;
}

TEST(Differences, OfRanksThatAgreeAreNone) {
  const CompiledFrame same = with(frame("0/0"), {});
  EXPECT_THAT(differences(join(two_ranks({same}, {same}))), IsEmpty());
  EXPECT_THAT(differences({}), IsEmpty());
}

TEST(Differences, AreTheNumberOfFrames) {
  const CompiledFrame same = with(frame("0/0"), {}), again = with(frame("0/1"), {});
  EXPECT_THAT(
      differences(join({{0, {same}}, {1, {same, again}}, {2, {same}}})),
      ElementsAre("ranks compiled different numbers of frames: 2 on rank 1, 1 on ranks 0, 2"));
}

TEST(Differences, AreFunctionsThatNotAllRanksCompiled) {
  const CompiledFrame both = with(frame("0/0"), {});
  EXPECT_THAT(
      differences(join(two_ranks({both, frame("1/0", "mine")}, {both, frame("1/0", "other")}))),
      ElementsAre("mine at case.py:26 was compiled only on rank 0",
                  "other at case.py:26 was compiled only on rank 1"));
}

TEST(Differences, AreTheGraphsOfTheSameCode) {
  const CompiledFrame one = with(frame("0/0"), {});
  const CompiledFrame other = with_hash(one, "fedcba9876543210");
  EXPECT_THAT(differences(join({{0, {one}}, {1, {other}}, {2, {one}}})),
              ElementsAre("the forward graph of forward at case.py:26 [0/0] differs between "
                          "ranks: fedcba98 on rank 1, 01234567 on ranks 0, 2"));
}

TEST(Differences, AreThoseThatTheCompilerItselfFinds) {
  CompiledFrame found = with(frame("0/0"), {});
  found.mismatch = "node 1: rank 0: aten.sin.default, rank 1: aten.cos.default";
  EXPECT_THAT(differences(join(two_ranks({found}, {found}))),
              ElementsAre("Inductor compared the graphs of forward at case.py:26 [0/0]: node 1: "
                          "rank 0: aten.sin.default, rank 1: aten.cos.default"));
}

// Ranks may number the same piece of code differently.
TEST(Differences, AreNotOfOtherCodeWithTheSameNumber) {
  const CompiledFrame first = with(frame("0/0", "first"), {});
  const CompiledFrame second = with_hash(with(frame("1/0", "second"), {}), "fedcba9876543210");
  CompiledFrame first_later = first, second_earlier = second;
  first_later.id = "1/0";
  second_earlier.id = "0/0";
  EXPECT_THAT(differences(join(two_ranks({first, second}, {second_earlier, first_later}))),
              IsEmpty());
}

}  // namespace
}  // namespace gridlock::health
