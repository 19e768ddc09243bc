// A handle of another process, which tells when the process has ended.
#pragma once

#include <sys/types.h>

#include "harness/process/fd.h"

namespace gridlock::process {

class ProcessHandle {
 public:
  ProcessHandle() = default;  // of a process that has ended
  explicit ProcessHandle(pid_t process);

  // Returns whether the process has ended. A zombie has ended. Where pidfds are refused (by an old
  // kernel, a sandbox or a limit), it reads /proc.
  bool ended() const;
  // Becomes readable when the process ends. -1 without a pidfd.
  int fd() const { return pidfd_.get(); }

 private:
  pid_t process_ = -1;  // -1: it had ended before
  Fd pidfd_;
};

}  // namespace gridlock::process
