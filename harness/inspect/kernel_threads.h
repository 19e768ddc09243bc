// Reads the threads of a process from /proc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "harness/inspect/system_call.h"

namespace gridlock::inspect {

struct KernelThread {
  pid_t id = 0;
  std::string name;            // at most 15 characters
  char state = '?';            // R, S, D, T (stopped), t (traced), Z …
  bool main = false;           // the process's first thread
  SystemCall system_call;      // while the thread sleeps
  std::uint64_t caught = 0;    // signals that the process handles, one bit each: 1 << (signal - 1)
  std::uint64_t switches = 0;  // context switches, voluntary or not
  // Whether the process has children, for which the kernel sends SIGCHLD. Determined only for a
  // main thread of a process that handles this signal.
  bool has_children = false;
};

// Returns the threads of a process. Returns none if the process is gone.
std::vector<KernelThread> kernel_threads(pid_t process);

// Returns for how many seconds a thread has been on a processor or ready for one. Returns 0 if this
// is unknown.
double busy_seconds(pid_t process, pid_t thread);

// Returns the processes that hold a file lock (flock, fcntl) that `process` waits for.
std::vector<pid_t> lock_holders(pid_t process);

}  // namespace gridlock::inspect
