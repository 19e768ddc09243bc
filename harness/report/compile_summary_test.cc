#include "harness/report/compile_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/health/test_frames.h"

namespace gridlock::report {
namespace {

using health::testing::all_gather;
using health::testing::all_reduce;
using health::testing::frame;
using health::testing::two_ranks;
using health::testing::with;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

protocol::CompiledFrame broken(protocol::CompiledFrame frame) {
  frame.breaks.push_back(
      {"Failed to trace builtin operator", "print", "/a/train.py", 40, "log", "logging"});
  return frame;
}

protocol::CompiledFrame slow(protocol::CompiledFrame frame) {
  frame.seconds = {{"inductor", 9}};
  return frame;
}

TEST(CompileSummary, OfNothing) {
  EXPECT_THAT(compile_summary({}), ElementsAre("nothing was compiled"));
  EXPECT_THAT(compile_summary(two_ranks({}, {})), ElementsAre("nothing was compiled"));
}

TEST(CompileSummary, OfRanksThatAgree) {
  EXPECT_THAT(
      compile_summary(two_ranks({frame("0/0"), frame("1/0")}, {frame("0/0"), frame("1/0")})),
      ElementsAre("ranks 0-1 compiled 2 frames, 0 with a graph, in 6.00 s"));
}

TEST(CompileSummary, NamesTheRankThatTakesLongest) {
  EXPECT_THAT(
      compile_summary(two_ranks({frame("0/0")}, {slow(frame("0/0"))})),
      ElementsAre("ranks 0-1 compiled 1 frame, 0 with a graph, in 9.00 s on rank 1 (rank 0: 3.00 "
                  "s)"));
}

TEST(CompileSummary, ListsBreaksWithTheirRanks) {
  EXPECT_THAT(
      compile_summary(two_ranks({frame("0/0")}, {broken(frame("0/0"))})),
      ElementsAre(StartsWith("ranks 0-1"), "1 graph break:",
                  "  train.py:40 in log (logging): Failed to trace builtin operator, rank 1"));
}

TEST(CompileSummary, ListsRecompilesWithTheirGuards) {
  protocol::CompiledFrame again = frame("0/1");
  again.recompiled = "0/0: self.n == 1";
  EXPECT_THAT(compile_summary(two_ranks({frame("0/0"), again}, {frame("0/0"), again})),
              ElementsAre(StartsWith("ranks 0-1"), "1 recompile:",
                          "  forward at case.py:26 [0/1]: guard 0/0: self.n == 1, ranks 0-1"));
}

TEST(CompileSummary, CountsFramesThatHaveAGraph) {
  EXPECT_THAT(compile_summary({{0, {with(frame("0/0"), {}), frame("1/0"), frame("2/0")}}}),
              ElementsAre("rank 0 compiled 3 frames, 1 with a graph, in 9.00 s"));
}

TEST(CompileSummary, CountsWhatOneRankAloneCompiledAndNothingThatFailed) {
  protocol::CompiledFrame failed = with(frame("1/0", "other"), {});
  failed.error = "BackendCompilerFailed: no such operator";
  EXPECT_THAT(
      compile_summary(two_ranks({with(frame("0/0"), {})},
                                {with(frame("0/0", "mine"), {}), with(frame("1/0"), {}), failed})),
      ElementsAre(StartsWith("ranks 0-1 compiled 3 frames, 2 with a graph, in "),
                  "1 uncompiled frame:", HasSubstr("no such operator, rank 1"),
                  "1 rank difference:", HasSubstr("different numbers")));
}

TEST(CompileSummary, ARecompileOfOtherSizesOnEachRankIsOne) {
  protocol::CompiledFrame one = frame("0/1"), other = frame("0/1"), same = frame("1/1");
  one.recompiled = "0/0: tensor 'x' size mismatch at index 1. expected 20, actual 24";
  other.recompiled = "0/0: tensor 'x' size mismatch at index 1. expected 24, actual 20";
  same.recompiled = "1/0: self.n == 1";
  EXPECT_THAT(
      compile_summary(two_ranks({one, same}, {other, same})),
      ElementsAre(StartsWith("ranks 0-1"), "2 recompiles:",
                  "  forward at case.py:26 [0/1]: guard 0/0: tensor 'x' size mismatch at index 1. "
                  "expected 20, actual 24 (the size differs between ranks), ranks 0-1",
                  "  forward at case.py:26 [1/1]: guard 1/0: self.n == 1, ranks 0-1"));
}

TEST(CompileSummary, NamesWhatCalledALibraryThatBreaks) {
  protocol::CompiledFrame in_library = broken(frame("0/0"));
  in_library.breaks[0].caller = "train.py:3 in step";
  EXPECT_THAT(compile_summary({{0, {in_library}}}),
              ElementsAre(StartsWith("rank 0"), "1 graph break:",
                          "  train.py:40 in log, called at train.py:3 in step (logging): Failed to "
                          "trace builtin operator, rank 0"));
}

TEST(CompileSummary, SaysFirstThatRanksCompiledDifferently) {
  const auto lines = compile_summary(two_ranks({with(broken(frame("0/0")), {all_reduce()})},
                                               {with(broken(frame("0/0")), {all_gather()})}));
  ASSERT_GE(lines.size(), 2U);
  EXPECT_THAT(lines[1], HasSubstr("differs between ranks: collective 1"));
}

TEST(CompileSummary, SaysWhatDiffersBetweenRanks) {
  EXPECT_THAT(
      compile_summary(two_ranks({frame("0/0")}, {frame("0/0"), frame("1/0")})),
      ElementsAre(StartsWith("ranks 0-1"), "1 rank difference:",
                  "  ranks compiled different numbers of frames: 1 on rank 0, 2 on rank 1"));
}

TEST(CompileSummary, ShowsAFewOfAKind) {
  std::vector<protocol::CompiledFrame> frames;
  for (int i = 1; i <= 7; ++i) {
    frames.push_back(frame("0/" + std::to_string(i)));
    frames.back().recompiled = "0/0: self.n == " + std::to_string(i);
  }
  const auto lines = compile_summary({{0, frames}});
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_EQ(lines[1], "7 recompiles:");
  EXPECT_EQ(lines.back(), "  … 2 more");
}

}  // namespace
}  // namespace gridlock::report
