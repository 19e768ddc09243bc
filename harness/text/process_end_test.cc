#include "harness/text/process_end.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace gridlock::text {
namespace {

TEST(ProcessEnd, SignalsHaveTheirNames) {
  EXPECT_EQ(signal_name(SIGKILL), "SIGKILL");
  EXPECT_EQ(signal_name(40), "signal 40");
}

TEST(ProcessEnd, ASignalSaysMoreThanTheExitCode) {
  EXPECT_EQ(end_words(SIGSEGV, 0), "was killed by SIGSEGV");
  EXPECT_EQ(end_words(0, 7), "exited with code 7");
}

}  // namespace
}  // namespace gridlock::text
