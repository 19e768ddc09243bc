// The threads of a process as /proc shows them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::agent {

struct KernelThread {
  pid_t id = 0;
  std::string name;            // at most 15 characters
  char state = '?';            // R, S, D, T (stopped), t (traced), Z …
  bool on_futex = false;       // asleep for a lock or a condition of its own process
  std::uint64_t switches = 0;  // how often it gave up the processor, by itself or not
};

// Empty when the process is gone.
std::vector<KernelThread> kernel_threads(pid_t process);

// Threads that torch, gloo or NCCL started for their own use: they only ever serve calls that the
// probe records. By name (a table in the .cc, with where each name comes from).
bool is_library_thread(const std::string& name);

// Processes that hold file locks (flock, fcntl) for which `process` is waiting in the kernel.
std::vector<pid_t> lock_holders(pid_t process);

}  // namespace gridlock::agent
