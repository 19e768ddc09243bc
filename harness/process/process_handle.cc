#include "harness/process/process_handle.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>

namespace gridlock::process {
namespace {

// Returns the state of a process from /proc/PID/stat (proc(5)), such as 'S' or 'Z'. Returns 'X' if
// there is no such process. The state follows the name, which is in parentheses.
char state_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return 'X';
  const std::size_t name_end = line.rfind(')');
  return name_end + 2 < line.size() ? line[name_end + 2] : 'X';
}

}  // namespace

// Only ESRCH means that the process is gone. Any other error says nothing about the process.
ProcessHandle::ProcessHandle(pid_t process)
    : process_(process), pidfd_(static_cast<int>(syscall(SYS_pidfd_open, process, 0))) {
  if (!pidfd_ && errno == ESRCH) process_ = -1;
}

bool ProcessHandle::ended() const {
  if (process_ < 0) return true;
  if (!pidfd_) {
    const char state = state_of(process_);
    return state == 'Z' || state == 'X';
  }
  pollfd wait{pidfd_.get(), POLLIN, 0};
  return poll(&wait, 1, 0) > 0;
}

}  // namespace gridlock::process
