// What the kernel says a sleeping thread waits for.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace gridlock::inspect {

enum class Sleep {
  kAwake,  // on a processor, or about to be
  // In a futex in memory of its own process, without a timeout: until another thread of that wakes
  // it.
  kInside,
  kFileLock,  // for a lock on a file
  kOutside,   // in anything else, which a timer or another process may end; or unknown
};

struct SystemCall {
  Sleep sleep = Sleep::kAwake;
  std::string doing;  // "waits for child process 4711"; "" while it is awake
};

// Of a thread that sleeps in a system call; nothing for others, and for those that cannot be read.
struct Asleep {
  std::uint64_t stack = 0;  // where its stack begins
  std::uint64_t futex = 0;  // the address that it waits at; 0 = in another call
};
std::optional<Asleep> asleep(pid_t process, pid_t thread);

// Of a thread in state `state` (as in /proc/PID/task/TID/status: 'R', 'S', 'D', …). What cannot be
// read (ptrace_scope, another user's process, a sandbox's kernel) is kOutside.
SystemCall system_call(pid_t process, pid_t thread, char state);

}  // namespace gridlock::inspect
