#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "harness/verdict/judged.h"

namespace gridlock::verdict {
namespace {

using testing::judged;
using testing::RecordBuilder;

TEST(Signature, TwoRunsOfTheSameFailureShareIt) {
  const auto traceback = [](const std::string& root, int line) {
    return "  File \"" + root + "/cases/dense/case.py\", line " + std::to_string(line) +
           ", in loss\n    return f(x)\n  File \"/tmp/torchinductor_me/ab/cab" +
           std::to_string(line) + ".py\", line 9, in call\n";
  };
  const CellRecord one = judged(RecordBuilder().ranks(4).raised(
      1, "RuntimeError: bad pointer 0x7f11 in pid 4711 at 127.0.0.1:29500",
      traceback("/home/a", 81)));
  const CellRecord two = judged(RecordBuilder().ranks(8).raised(
      6, "RuntimeError: bad pointer 0x9e00 in pid 99 at 127.0.0.1:30001", traceback("/root", 79)));
  EXPECT_EQ(one.signature, two.signature);
  EXPECT_EQ(one.signature, "crash:raised:RuntimeError:loss");
  EXPECT_EQ(judged(RecordBuilder().killed(0, SIGSEGV, "step 1")).signature,
            judged(RecordBuilder().ranks(4).killed(3, SIGSEGV, "step 17")).signature);
}

TEST(Signature, DifferentFailuresDoNotShareIt) {
  EXPECT_NE(judged(RecordBuilder().killed(0, SIGSEGV)).signature,
            judged(RecordBuilder().killed(0, SIGABRT)).signature);
  EXPECT_NE(judged(RecordBuilder().raised(0, "ValueError: x")).signature,
            judged(RecordBuilder().raised(0, "KeyError: x")).signature);
}

}  // namespace
}  // namespace gridlock::verdict
