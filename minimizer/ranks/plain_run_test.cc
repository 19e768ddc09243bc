#include "minimizer/ranks/plain_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "minimizer/ranks/verification.h"

namespace gridlock::minimizer {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const Signature kHangs{"deadlock", {{"class", "missing rank"}}};
const Signature kCrashes{"crash", {{"class", "raised"}, {"exception", "ValueError"}}};
const char* const kTimeLimit = "Timeout (0:00:20)!\nThread 0x1 (most recent call first):\n";

TEST(PlainRun, AHangIsEndedByTheTimeLimit) {
  EXPECT_EQ(plain_difference(kHangs, 1, kTimeLimit), "");
  EXPECT_EQ(plain_difference(kHangs, 0, ""), "it passes");
  EXPECT_EQ(plain_difference(kHangs, 1, "Traceback\nValueError: bad\n"), "exit code 1, ValueError");
}

TEST(PlainRun, TheTimeLimitCanBeTakenOutOfAScript) {
  const std::string script = with_launcher({"print(1)\nfaulthandler = 2\n", {2, {}, {}}}, {});
  const std::string without = without_limit(script);
  EXPECT_THAT(without, Not(HasSubstr("dump_traceback_later")));
  EXPECT_EQ(std::ranges::count(without, '\n'), std::ranges::count(script, '\n'));
  EXPECT_THAT(without, HasSubstr("\n#\n\nprint(1)\nfaulthandler = 2\n"));
  EXPECT_EQ(without_limit("print(1)\n"), "print(1)\n");
}

TEST(PlainRun, ACrashIsKnownByItsException) {
  EXPECT_EQ(plain_difference(kCrashes, 1, "Traceback\nValueError: bad\n"), "");
  EXPECT_EQ(plain_difference(kCrashes, 1, "[rank1]: ValueError: bad\n"), "");
  EXPECT_EQ(plain_difference(kCrashes, 1, "[rank0]: TypeError: bad\n"), "exit code 1, TypeError");
  EXPECT_EQ(plain_difference(kCrashes, 1, "a ValueError is said\n"), "exit code 1");
  EXPECT_EQ(plain_difference(kCrashes, 1, kTimeLimit), "it hangs");
  EXPECT_EQ(plain_difference(kCrashes, 0, ""), "it passes");
}

TEST(PlainRun, AnExceptionIsKnownWithoutItsModuleAndMessage) {
  const Signature wanted{"crash", {{"class", "raised"}, {"exception", "Unsupported"}}};
  EXPECT_EQ(plain_difference(wanted, 1, "x\ntorch._dynamo.exc.Unsupported: graph break\n"), "");
  EXPECT_EQ(plain_difference(wanted, 1, "[rank0]: torch._dynamo.exc.Unsupported\n"), "");
}

TEST(PlainRun, AMissingGraphIsKnownByItsLine) {
  const Signature wanted{"not_compiled", {{"class", "no frame tried"}}};
  const std::string line = "not compiled: no graph was captured\n";
  EXPECT_EQ(plain_difference(wanted, 1, line), "");
  EXPECT_EQ(plain_difference(wanted, 0, ""), "it passes");
  EXPECT_EQ(plain_difference(wanted, 1, "[rank0]: TypeError: bad\n"), "exit code 1, TypeError");
  EXPECT_THAT(with_launcher({"import torch\n", {2, {}, {}}}, {.not_compiled = true}),
              HasSubstr("no graph was captured"));
}

TEST(PlainRun, AnExplosionIsKnownByItsLine) {
  const Signature wanted{kBlowup, {}};
  EXPECT_EQ(plain_difference(wanted, 1, "blow-up: compile time grows\n"), "");
  EXPECT_EQ(plain_difference(wanted, 0, "size 4: compiled for 0.10 s\n"), "it passes");
}

TEST(PlainRun, ADesyncNeedNotShow) {
  EXPECT_EQ(plain_difference({"desync", {}}, 0, ""), "");
}

TEST(PlainRun, TheLauncherComesBehindImportsOfTheFuture) {
  const std::string text =
      with_launcher({"from __future__ import annotations\nimport torch\n", {4, {}, {}}}, {});
  EXPECT_THAT(text, StartsWith("from __future__ import annotations\nimport os, subprocess, sys\n"));
  EXPECT_THAT(text, HasSubstr("\"--nproc-per-node\", \"4\""));
  EXPECT_THAT(text, HasSubstr("\"--standalone\""));  // side by side, each has a port of its own
}

TEST(VerificationPlan, AFailureThatAlwaysShowsHasToShowInThreeOfThree) {
  Measured measured;
  measured.signature = kHangs;
  measured.failures = measured.runs = 3;
  measured.seconds = 10;
  const VerificationPlan plan = verification_plan(measured);
  EXPECT_EQ(plan.runs, 3);
  EXPECT_EQ(plan.hang_limit, 40);
  EXPECT_FALSE(plan.rare);
}

TEST(VerificationPlan, ARunThatEndsByItselfHasTimeOnABusyMachine) {
  Measured measured;
  measured.signature = kCrashes;
  measured.failures = measured.runs = 3;
  measured.seconds = 2;
  EXPECT_EQ(verification_plan(measured).hang_limit, 300);
  measured.signature = kHangs;
  EXPECT_EQ(verification_plan(measured).hang_limit, 20);
}

TEST(VerificationPlan, AFailureThatShowsNowAndThenGetsAsManyRunsAsItNeeds) {
  Measured measured;
  measured.signature = kHangs;
  measured.failures = 9;
  measured.runs = 30;
  const VerificationPlan plan = verification_plan(measured);
  EXPECT_TRUE(plan.rare);
  EXPECT_EQ(plan.runs, 9);  // 0.7^9 < 5 %
}

TEST(Verification, OneRunThatDiffersIsTooMany) {
  Verification verification{.runs = 3, .shown = 3, .alone = 3, .differently = {}};
  EXPECT_TRUE(verification.holds());
  verification.alone = 2;
  EXPECT_FALSE(verification.holds());
  verification.rare = true;
  EXPECT_TRUE(verification.holds());
}

}  // namespace
}  // namespace gridlock::minimizer
