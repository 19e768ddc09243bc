#include "harness/exec/guard.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <system_error>

#include "harness/process/exit_code.h"
#include "harness/process/process_handle.h"
#include "harness/process/process_tree.h"
#include "harness/process/signals.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTickMs = 50;  // longest delay of a forwarded signal
// How long the child may take to end, after the first signal and after a second one. After the
// first signal it gives the ranks time to end, kills them, and reports what it knows.
constexpr std::chrono::seconds kLongestStop{25};
constexpr std::chrono::seconds kLongestEnd{1};

[[noreturn]] void be_the_child(const std::function<int()>& work) {
  const int code = work();
  std::cout.flush();
  std::cerr.flush();
  _exit(code);  // without the atexit handlers and destructors of the parent
}

}  // namespace

int run_guarded(const std::function<int()>& work, const volatile std::sig_atomic_t& stop) {
  process::become_subreaper();
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot start a process");
  if (child == 0) be_the_child(work);
  const process::ProcessHandle handle(child);
  bool forwarded = false;
  bool killed = false;
  auto last_moment = Clock::time_point::max();
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const int signal = stop & ~process::kAtOnce;
    const bool at_once = (stop & process::kAtOnce) != 0;
    if (signal != 0) {
      const auto longest = at_once ? kLongestEnd : kLongestStop;
      last_moment = std::min<Clock::time_point>(last_moment, Clock::now() + longest);
    }
    if (signal != 0 && (!forwarded || at_once)) forwarded = kill(child, signal) == 0;
    if (Clock::now() > last_moment) killed = kill(child, SIGKILL) == 0;
    pollfd wait{handle.fd(), POLLIN, 0};
    poll(&wait, 1, kTickMs);
  }
  process::kill_descendants(process::system_table(), getpid());
  return killed ? process::kInterrupted : process::exit_code_of(status);
}

}  // namespace gridlock::exec
