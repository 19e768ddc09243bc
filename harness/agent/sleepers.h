// Threads that the probe does not know and that sleep until a time: each may wake up and end what
// everybody waits for. One that has woken since the last event, and has gone back to sleep without
// another one, is taken for a clock that does nothing else (a progress bar, a watchdog).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "harness/agent/kernel_threads.h"

namespace gridlock::agent {

// Whether the thread is asleep in a system call that ends by itself after some time: a sleep, or a
// wait with a timeout. False where that cannot be read.
bool sleeps_for_a_time(pid_t process, pid_t thread);

class Sleepers {
 public:
  using TimedSleep = bool (*)(pid_t process, pid_t thread);
  explicit Sleepers(TimedSleep timed = sleeps_for_a_time) : timed_(timed) {}

  // `events`: recorded ever by all ranks that are looked at. When there are new ones, no thread is
  // known to be a clock any more.
  void begin(std::uint64_t events);

  // The kernel's threads of a process, of which those that may yet act are told as running ('R').
  std::vector<KernelThread> threads_of(pid_t process) {
    return mark(process, kernel_threads(process));
  }
  std::vector<KernelThread> mark(pid_t process, std::vector<KernelThread> threads);

 private:
  TimedSleep timed_;
  std::uint64_t events_ = 0;
  // How often each thread had given up the processor when it was first seen since the last event.
  std::map<std::pair<pid_t, pid_t>, std::uint64_t> first_seen_;
};

}  // namespace gridlock::agent
