#include "minimizer/ranks/ending.h"

#include <gtest/gtest.h>

#include "minimizer/ranks/graph_oracle.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {
namespace {

const Signature kHangs{"deadlock", {{"class", "missing rank"}}};
const Signature kCrashes{"crash", {{"class", "raised"}, {"exception", "ValueError"}}};
const char* const kTimeLimit = "Timeout (0:00:20)!\nThread 0x1 (most recent call first):\n";

TEST(Ending, AHangIsEndedByTheTimeLimit) {
  EXPECT_EQ(plain_difference(kHangs, 1, kTimeLimit), "");
  EXPECT_EQ(plain_difference(kHangs, 0, ""), "it passes");
  EXPECT_EQ(plain_difference(kHangs, 1, "Traceback\nValueError: bad\n"), "exit code 1, ValueError");
}

TEST(Ending, ACrashIsKnownByItsException) {
  EXPECT_EQ(plain_difference(kCrashes, 1, "Traceback\nValueError: bad\n"), "");
  EXPECT_EQ(plain_difference(kCrashes, 1, "[rank1]: ValueError: bad\n"), "");
  EXPECT_EQ(plain_difference(kCrashes, 1, "[rank0]: TypeError: bad\n"), "exit code 1, TypeError");
  EXPECT_EQ(plain_difference(kCrashes, 1, "a ValueError is said\n"), "exit code 1");
  EXPECT_EQ(plain_difference(kCrashes, 1, kTimeLimit), "it hangs");
  EXPECT_EQ(plain_difference(kCrashes, 0, ""), "it passes");
}

TEST(Ending, AnExceptionIsKnownWithoutItsModuleAndMessage) {
  const Signature wanted{"crash", {{"class", "raised"}, {"exception", "Unsupported"}}};
  EXPECT_EQ(plain_difference(wanted, 1, "x\ntorch._dynamo.exc.Unsupported: graph break\n"), "");
  EXPECT_EQ(plain_difference(wanted, 1, "[rank0]: torch._dynamo.exc.Unsupported\n"), "");
}

TEST(Ending, TheVerdictIsInTheLastLineThatHasOne) {
  EXPECT_EQ(printed_verdict("{\"step\": 0}\nverdict: wrong loss: 2.7 in step 1\n"), "wrong loss");
  EXPECT_EQ(printed_verdict("verdict: pass: x\nstep 1 verdict: blow-up: y"), "blow-up");
  EXPECT_EQ(printed_verdict("verdict: pass"), "pass");
  EXPECT_EQ(printed_verdict("Traceback\nValueError: bad\n"), "");
}

TEST(Ending, WrongNumbersAreKnownByTheirVerdict) {
  const Signature wanted{"wrong", {{"class", "loss"}, {"error", "below 1 %"}}};
  EXPECT_EQ(plain_difference(wanted, 1, "verdict: wrong loss: 2.7 in step 1\n"), "");
  EXPECT_EQ(plain_difference(wanted, 1, "verdict: wrong loss_b: 2.7 in step 1\n"), "wrong loss_b");
  EXPECT_EQ(plain_difference(wanted, 0, "verdict: pass: all numbers are finite\n"), "it passes");
  EXPECT_EQ(plain_difference(wanted, 1, kTimeLimit), "it hangs");
}

TEST(Ending, AMissingGraphIsKnownByItsVerdict) {
  const Signature wanted{kNotCompiled, {{"class", "no frame tried"}}};
  const std::string line = "verdict: not_compiled: rank 0: no graph was captured\n";
  EXPECT_EQ(plain_difference(wanted, 1, line), "");
  EXPECT_EQ(plain_difference(wanted, 0, ""), "it passes");
  EXPECT_EQ(plain_difference(wanted, 1, "[rank0]: TypeError: bad\n"), "exit code 1, TypeError");
}

TEST(Ending, AnExplosionIsKnownByItsVerdict) {
  const Signature wanted{kBlowup, {}};
  EXPECT_EQ(plain_difference(wanted, 1, "verdict: blow-up: compile time grows\n"), "");
  EXPECT_EQ(plain_difference(wanted, 0, "size 4: compiled for 0.10 s\n"), "it passes");
}

TEST(Ending, ADesyncNeedNotShow) {
  EXPECT_EQ(plain_difference({"desync", {}}, 0, ""), "");
}

}  // namespace
}  // namespace gridlock::minimizer
