// The threads of a process as /proc shows them.
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
  bool main = false;           // the process's first
  SystemCall in;               // while it sleeps
  std::uint64_t caught = 0;    // signals that its process handles, a bit each: 1 << (signal - 1)
  std::uint64_t switches = 0;  // how often it gave up the processor, by itself or not
};

// Empty when the process is gone.
std::vector<KernelThread> kernel_threads(pid_t process);

// That a thread has been on a processor, or ready for one; 0 where the kernel does not say.
double busy_seconds(pid_t process, pid_t thread);

// Processes that hold file locks (flock, fcntl) for which `process` is waiting in the kernel.
std::vector<pid_t> lock_holders(pid_t process);

}  // namespace gridlock::inspect
