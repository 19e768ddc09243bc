#include "harness/exec/guard.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <optional>
#include <system_error>

#include "harness/process/process_handle.h"
#include "harness/process/process_tree.h"
#include "harness/process/signals.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTickMs = 50;  // longest delay of a forwarded signal
constexpr std::chrono::seconds kLongestEnd{1};  // after a second signal

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
  std::optional<Clock::time_point> last_moment;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const int signal = stop & ~process::kAtOnce;
    const bool at_once = (stop & process::kAtOnce) != 0;
    if (at_once && !last_moment) last_moment = Clock::now() + kLongestEnd;
    if (signal != 0 && (!forwarded || at_once)) forwarded = kill(child, signal) == 0;
    if (last_moment && Clock::now() > *last_moment) kill(child, SIGKILL);
    pollfd wait{handle.fd(), POLLIN, 0};
    poll(&wait, 1, kTickMs);
  }
  process::kill_descendants(process::system_table(), getpid());
  return process::exit_code_of(status);
}

}  // namespace gridlock::exec
