#include "harness/process/process_handle.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gridlock::process {
namespace {

pid_t child() {
  const pid_t pid = fork();
  if (pid == 0) {
    while (true) pause();
  }
  return pid;
}

void kill_until_ended(pid_t pid, const ProcessHandle& handle) {
  EXPECT_FALSE(handle.ended());
  kill(pid, SIGKILL);
  while (!handle.ended()) usleep(1000);
  waitpid(pid, nullptr, 0);
  EXPECT_TRUE(handle.ended());
}

TEST(ProcessHandle, TellsWhenTheProcessHasEnded) {
  const pid_t pid = child();
  kill_until_ended(pid, ProcessHandle(pid));
  EXPECT_TRUE(ProcessHandle(pid).ended());
  EXPECT_TRUE(ProcessHandle().ended());
}

TEST(ProcessHandle, ReadsProcWherePidfdsAreRefused) {
  const pid_t pid = child();
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  const ProcessHandle handle(pid);
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(handle.fd(), -1);
  kill_until_ended(pid, handle);
}

}  // namespace
}  // namespace gridlock::process
