#include "harness/inspect/visibility.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "harness/process/temporary_folder.h"

namespace gridlock::inspect {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uid_t kNobody = 65'534;

// A child process that waits for a signal.
class Waiting {
 public:
  explicit Waiting(bool protects_itself) {
    std::array<int, 2> ready{};
    EXPECT_EQ(pipe(ready.data()), 0);
    pid_ = fork();
    if (pid_ == 0) {
      if (protects_itself) prctl(PR_SET_DUMPABLE, 0);
      close(ready[1]);
      close(ready[0]);
      for (;;) pause();
    }
    close(ready[1]);
    char byte = 0;
    EXPECT_EQ(read(ready[0], &byte, 1), 0);  // the child has closed its end
    close(ready[0]);
  }
  ~Waiting() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

// Returns the result of `ask` in a child process.
std::string in_child(const std::function<std::string()>& ask) {
  std::array<int, 2> answer{};
  EXPECT_EQ(pipe(answer.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = ask();
    const bool written = write(answer[1], text.data(), text.size()) >= 0;
    _exit(written ? 0 : 1);
  }
  close(answer[1]);
  std::string text(4096, '\0');
  const ssize_t got = read(answer[0], text.data(), text.size());
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  close(answer[0]);
  waitpid(child, nullptr, 0);
  return text;
}

TEST(Visibility, AChildIsVisible) {
  const Waiting child(false);
  EXPECT_THAT(why_waits_are_hidden(child.pid()), IsEmpty());
  EXPECT_THAT(why_stacks_are_hidden(child.pid()), IsEmpty());
}

bool give_up_rights() {
  return getuid() != 0 || setresuid(kNobody, kNobody, kNobody) == 0;
}

TEST(Visibility, AProcessThatMayNotBeInspectedIsHidden) {
  const Waiting child(true);
  const auto without_rights = [&](auto ask) {
    return in_child([&] { return give_up_rights() ? ask(child.pid()) : "still has all rights"; });
  };
  const std::string folder = "/proc/" + std::to_string(child.pid());
  const auto waits = without_rights([](pid_t pid) { return why_waits_are_hidden(pid); });
  const std::string denied = ": (Permission denied|Operation not permitted)";
  EXPECT_THAT(waits, ContainsRegex(folder + "/syscall" + denied));
  const auto stacks = without_rights([](pid_t pid) { return why_stacks_are_hidden(pid); });
  EXPECT_THAT(stacks, ContainsRegex(folder + "/maps" + denied));
}

// Forbids process_vm_readv in this process, as some containers do.
bool forbid_reading() {
  std::array<sock_filter, 4> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{program.size(), program.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

TEST(Visibility, StacksAreHiddenIfTheirMemoryCannotBeRead) {
  const Waiting child(false);
  const auto ask = [&] {
    return forbid_reading() ? why_stacks_are_hidden(child.pid()) : "cannot forbid it";
  };
  EXPECT_THAT(in_child(ask), HasSubstr("process_vm_readv: Operation not permitted"));
}

// Some sandboxes have no such file.
TEST(Visibility, AKernelThatDoesNotSayWhatThreadsWaitForHidesIt) {
  const process::TemporaryFolder proc("proc");
  std::filesystem::create_directories(proc.path() / "7");
  EXPECT_THAT(why_waits_are_hidden(7, proc.path()), HasSubstr("/7/syscall: No such file"));
  std::filesystem::create_directories(proc.path() / "sys/kernel/yama");
  std::ofstream(proc.path() / "sys/kernel/yama/ptrace_scope") << "3\n";
  EXPECT_THAT(why_waits_are_hidden(7, proc.path()),
              HasSubstr("(kernel.yama.ptrace_scope is 3, but must be 0 or 1)"));
}

TEST(Visibility, WhoHasEndedIsNotHidden) {
  const process::TemporaryFolder proc("proc");
  EXPECT_THAT(why_waits_are_hidden(7, proc.path()), IsEmpty());
  pid_t ended = -1;
  {
    const Waiting child(false);
    ended = child.pid();
  }
  EXPECT_THAT(why_waits_are_hidden(ended), IsEmpty());
  EXPECT_THAT(why_stacks_are_hidden(ended), IsEmpty());
}

}  // namespace
}  // namespace gridlock::inspect
