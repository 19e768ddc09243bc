#include "harness/health/limits.h"

#include <gtest/gtest.h>

#include "harness/health/test_frames.h"

namespace gridlock::health {
namespace {

using protocol::CompiledFrame;
using protocol::GraphBreak;
using testing::frame;
using testing::two_ranks;

CompiledFrame recompiled(int times, int step) {
  CompiledFrame again = frame("0/" + std::to_string(times));
  again.recompiled = "0/0: self.n == " + std::to_string(times);
  again.step = step;
  return again;
}

CompiledFrame breaking(const std::string& kind, int line = 17) {
  CompiledFrame broken = frame("0/0");
  broken.breaks = {
      {"Failed to trace builtin operator", "print", "/a/case.py", line, "forward", kind}};
  return broken;
}

std::string verdict_of(const std::vector<CompiledFrame>& frames, const FrameLimits& limits = {}) {
  const auto fault = find_compile_fault(join(two_ranks(frames, frames)), limits);
  return fault ? fault->verdict : "";
}

TEST(CompileLimits, AHealthyCellHasNoFault) {
  EXPECT_EQ(verdict_of({frame("0/0"), recompiled(1, 0), recompiled(2, 0)}), "");
  EXPECT_EQ(verdict_of({breaking("logging")}), "") << "nothing is said of breaks";
  EXPECT_EQ(verdict_of({}), "");
}

TEST(CompileLimits, AFunctionThatIsCompiledInEachStepIsAStorm) {
  EXPECT_EQ(verdict_of({frame("0/0"), recompiled(1, 1)}), "") << "one step says nothing";
  const std::vector<CompiledFrame> each = {frame("0/0"), recompiled(1, 1), recompiled(2, 2)};
  EXPECT_EQ(verdict_of(each), "recompile_storm");
  const auto fault = find_compile_fault(join(two_ranks(each, {frame("0/0")})), {});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->ranks, std::vector<int>{0});
  EXPECT_EQ(fault->sentence,
            "forward (case.py:26) was compiled again 2 times, in each step after the first: guard "
            "0/0: self.n == 2");
  EXPECT_EQ(verdict_of({frame("0/0"), recompiled(1, 1), frame("1/0"), recompiled(2, 3)}), "")
      << "not in step 2";
}

TEST(CompileLimits, TorchGivesUpOnAStorm) {
  CompiledFrame last = frame("0/8");
  last.error = "Unsupported: Dynamo recompile limit exceeded";
  EXPECT_EQ(verdict_of({frame("0/0"), last}), "recompile_storm");
}

TEST(CompileLimits, RecompilesMayBeLimited) {
  const std::vector<CompiledFrame> twice = {frame("0/0"), recompiled(1, 0), recompiled(2, 0)};
  EXPECT_EQ(verdict_of(twice, {{}, {}, 2}), "");
  EXPECT_EQ(verdict_of(twice, {{}, {}, 1}), "recompile_storm");
}

TEST(CompileLimits, BreaksMayBeLimited) {
  EXPECT_EQ(verdict_of({breaking("logging")}, {1, {}, {}}), "");
  EXPECT_EQ(verdict_of({breaking("logging")}, {0, {"logging"}, {}}), "");
  EXPECT_EQ(verdict_of({breaking("data")}, {0, {"logging"}, {}}), "graph_break");
  EXPECT_EQ(verdict_of({breaking("data"), breaking("data")}, {1, {}, {}}), "") << "the same place";
  EXPECT_EQ(verdict_of({breaking("data"), breaking("data", 18)}, {1, {}, {}}), "graph_break");
  const auto fault = find_compile_fault(join({{0, {breaking("data")}}}), {0, {}, {}});
  EXPECT_EQ(fault->sentence,
            "1 graph break on rank 0, where none is allowed. At case.py:17 in forward (data): "
            "Failed to trace builtin operator: print");
}

TEST(CompileLimits, BreaksAtAPlaceMayBeAllowed) {
  const std::vector<CompiledFrame> broken = {breaking("data")};  // in forward of /a/case.py
  for (const char* at : {"case.py", "a/case.py", "case.py:forward", "/a/case.py:forward"})
    EXPECT_EQ(verdict_of(broken, {0, {at}, {}}), "") << at;
  for (const char* at : {"se.py", "b/case.py", "case.py:backward", "other.py:forward"})
    EXPECT_EQ(verdict_of(broken, {0, {at}, {}}), "graph_break") << at;
  CompiledFrame library = breaking("data");
  library.breaks[0].caller = "/a/train.py:12 in step";
  for (const char* at : {"train.py", "train.py:step"})
    EXPECT_EQ(verdict_of({library}, {0, {at}, {}}), "") << at;
  EXPECT_EQ(verdict_of({library}, {0, {"train.py:forward"}, {}}), "graph_break");
}

TEST(CompileLimits, AllBreaksAreListedWhereSomeAreAllowed) {
  CompiledFrame broken = breaking("data");
  for (int line = 18; line < 22; ++line) broken.breaks.push_back(breaking("ddp", line).breaks[0]);
  broken.breaks[1].caller = "train.py:3 in step";
  const auto fault = find_compile_fault(join({{0, {broken}}}), {1, {}, {}});
  const std::string why = ": Failed to trace builtin operator: print";
  EXPECT_EQ(fault->sentence,
            "5 graph breaks on rank 0, where 1 is allowed. At case.py:17 in forward (data)" + why +
                "; at case.py:18 in forward, called at train.py:3 in step (ddp)" + why +
                "; at case.py:19 in forward (ddp)" + why + "; 2 more");
}

TEST(CompileLimits, ABreakInALibraryIsOneWhoeverCallsIt) {
  CompiledFrame twice = breaking("ddp");
  twice.breaks.push_back(twice.breaks[0]);
  twice.breaks[1].caller = "train.py:3 in step";
  EXPECT_EQ(verdict_of({twice}, {1, {}, {}}), "");
}

TEST(CompileLimits, WhatTheCompilerFailedOnIsAnError) {
  CompiledFrame failed = frame("0/0");
  failed.error = "BackendCompilerFailed: backend='inductor' raised: RuntimeError: boom";
  CompiledFrame elsewhere = frame("1/0");
  elsewhere.error = "LoweringException: no kernel";
  const auto fault =
      find_compile_error(join({{0, {failed}}, {1, {frame("0/0")}}, {2, {elsewhere}}}));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->verdict, "compile_error");
  EXPECT_EQ(fault->ranks, (std::vector<int>{0, 2}));
  for (const char* error : {"Unsupported: Data-dependent branching", "ObservedStopIteration: "}) {
    failed.error = error;
    EXPECT_FALSE(find_compile_error(join({{0, {failed}}}))) << error;
  }
}

TEST(CompileLimits, DifferentSchedulesAreAFaultOfTheirOwn) {
  const auto frames = join(two_ranks({testing::with(frame("0/0"), {testing::all_reduce()})},
                                     {testing::with(frame("0/0"), {testing::all_gather()})}));
  const auto fault = find_inconsistent_compile(frames);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->verdict, "inconsistent_compile");
  EXPECT_EQ(fault->ranks, std::vector<int>{1});
  EXPECT_TRUE(fault->sentence.starts_with("The forward graph of forward (case.py) differs"));
  EXPECT_FALSE(find_inconsistent_compile({}));
}

}  // namespace
}  // namespace gridlock::health
