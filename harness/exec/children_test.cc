#include "harness/exec/children.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <functional>

namespace gridlock::exec {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;

process::Program shell(const std::string& command) {
  process::Program program;
  program.arguments = {"sh", "-c", "exec " + command};
  program.dies_with_parent = true;
  return program;
}

void reap_until(Children& children, const std::function<bool()>& condition) {
  while (!condition()) children.reap();
}

TEST(Children, FailuresAreInTheOrderInWhichTheyCame) {
  Children children;
  children.start(0, shell("sleep 1000"));
  children.start(1, shell("false"));
  reap_until(children, [&] { return !children.failures().empty(); });
  children.signal_all(SIGKILL);
  reap_until(children, [&] { return !children.running(); });
  EXPECT_THAT(children.failures(),
              ElementsAre(Field(&Child::rank, 1), Field(&Child::rank, 0)));
}

TEST(Children, WhoIsEndedHasNotFailed) {
  Children children;
  children.start(0, shell("sleep 1000"));
  children.expect_ends();
  children.signal_all(SIGTERM);
  reap_until(children, [&] { return !children.running(); });
  EXPECT_TRUE(children.failures().empty());
}

}  // namespace
}  // namespace gridlock::exec
