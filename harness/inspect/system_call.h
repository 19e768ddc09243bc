// Reads from the kernel what a sleeping thread waits for.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace gridlock::inspect {

enum class Sleep {
  kAwake,  // on a processor, or about to be
  // Sleeps at a futex in private memory, without a timeout. Only another thread of the same process
  // can wake the thread.
  kInside,
  kFileLock,  // waits for a file lock
  kOutside,   // sleeps in any other call, which a timer or another process may end
};

struct SystemCall {
  Sleep sleep = Sleep::kAwake;
  std::string doing;  // "waits for child process 4711"; "" while awake
};

// A thread that sleeps in a system call. asleep() returns nullopt for a thread that does not sleep
// in one or cannot be read.
struct Asleep {
  std::uint64_t stack = 0;  // its stack pointer
  std::uint64_t futex = 0;  // the address of the futex that it waits at; 0 = none
};
std::optional<Asleep> asleep(pid_t process, pid_t thread);

// Returns the thread that holds the mutex at which `thread` sleeps, from glibc's pthread_mutex_t.
// Returns 0 if it sleeps elsewhere or cannot be read. The result is meaningless if it sleeps at a
// futex that is no mutex.
pid_t owner_of_mutex(pid_t process, pid_t thread);

// Returns what a thread waits for. `state` is its state in /proc/PID/task/TID/status ('R', 'S',
// 'D', …). A system call that cannot be read (because of ptrace_scope, another user's process, or a
// sandbox's kernel) is kOutside.
SystemCall system_call(pid_t process, pid_t thread, char state);

}  // namespace gridlock::inspect
