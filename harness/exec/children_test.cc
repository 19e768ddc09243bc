#include "harness/exec/children.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>

#include <functional>

namespace gridlock::exec {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::Property;

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

TEST(Children, WhoIsEndedHasNeitherFailedNorFinished) {
  Children children;
  children.start(0, shell("true"));
  reap_until(children, [&] { return !children.running(); });
  children.start(1, shell("sleep 1000"));
  children.start(2, shell("sleep 1000"));
  children.expect_ends();
  children.signal_all(SIGTERM);
  reap_until(children, [&] { return !children.running(); });
  EXPECT_TRUE(children.failures().empty());
  EXPECT_THAT(children.all(),
              ElementsAre(Property(&Child::finished, true), Property(&Child::finished, false),
                          Property(&Child::finished, false)));
}

TEST(Children, WhoIsForgottenHasNotFinished) {
  Children children;
  children.start(0, shell("sleep 1000"));
  const pid_t process = children.all().front().pid;
  kill(process, SIGKILL);
  ASSERT_EQ(waitpid(process, nullptr, 0), process);
  children.mark_stopped();
  EXPECT_THAT(children.all(), ElementsAre(Property(&Child::finished, false)));
}

}  // namespace
}  // namespace gridlock::exec
