#include "harness/exec/guard.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <iostream>
#include <system_error>

#include "harness/process/process_handle.h"
#include "harness/process/process_tree.h"
#include "harness/process/spawn.h"

namespace gridlock::exec {
namespace {

constexpr int kTickMs = 50;  // longest delay of a forwarded signal

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
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (stop != 0 && !forwarded) forwarded = kill(child, stop) == 0;
    pollfd wait{handle.fd(), POLLIN, 0};
    poll(&wait, 1, kTickMs);
  }
  process::kill_descendants(process::system_table(), getpid());
  return process::exit_code_of(status);
}

}  // namespace gridlock::exec
