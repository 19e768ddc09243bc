#include "harness/inspect/outside_processes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gridlock::inspect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A child of this process that runs `live`. It is killed at the end of the test.
class Child {
 public:
  explicit Child(void (*live)()) : pid_(fork()) {
    if (pid_ != 0) return;
    live();
    _exit(0);
  }
  ~Child() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

void wait_for_ever() {
  while (true) pause();
}
void wait_for_a_child() {
  if (fork() == 0) execlp("sleep", "sleep", "1000", nullptr);
  wait(nullptr);
}

std::vector<std::string> beside(const std::vector<pid_t>& ranks) {
  return outside_processes(process::system_table(), getpid(), ranks);
}

TEST(OutsideProcesses, ARankIsNoneAndAnotherProcessIs) {
  const Child rank(wait_for_ever), other(wait_for_ever);
  EXPECT_THAT(beside({rank.pid()}), ElementsAre(HasSubstr(std::to_string(other.pid()))));
  EXPECT_THAT(beside({rank.pid(), other.pid()}), IsEmpty());
}

TEST(OutsideProcesses, WhoWaitsForItsChildDoesNothingUntilThen) {
  const Child shell(wait_for_a_child);
  std::vector<pid_t> below;
  while (below.size() < 2) below = process::descendants(process::system_table(), getpid());
  const pid_t rank = below.back();
  while (!beside({rank}).empty()) usleep(1000);  // until the child waits
  kill(rank, SIGKILL);
}

TEST(OutsideProcesses, TheRootIsGridlocksOwn) {
  const Child rank(wait_for_ever);
  EXPECT_THAT(own_processes(process::system_table(), getpid(), {rank.pid()}),
              ElementsAre(getpid()));
}

}  // namespace
}  // namespace gridlock::inspect
