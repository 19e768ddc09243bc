#include "harness/process/process_handle.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "harness/process/proc_stat.h"

namespace gridlock::process {
// Only ESRCH means that the process is gone. Any other error says nothing about the process.
ProcessHandle::ProcessHandle(pid_t process)
    : process_(process), pidfd_(static_cast<int>(syscall(SYS_pidfd_open, process, 0))) {
  if (!pidfd_ && errno == ESRCH) process_ = -1;
}

bool ProcessHandle::ended() const {
  if (process_ < 0) return true;
  if (!pidfd_) return !read_stat(process_).is_living();
  pollfd wait{pidfd_.get(), POLLIN, 0};
  return poll(&wait, 1, 0) > 0;
}

}  // namespace gridlock::process
