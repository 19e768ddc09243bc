// Stops the ranks of a team with SIGSTOP while a Freeze exists. Keeps the state that the kernel
// reported for their threads before the stop. During the stop, inspect::facts_of() describes the
// ranks as if they had become quiet by themselves.
#pragma once

#include <sys/types.h>

#include <map>
#include <vector>

#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/local_rank.h"

namespace gridlock::agent {

class Freeze {
 public:
  // Stops the ranks. Ranks that another process has stopped remain stopped after this object is
  // destroyed.
  explicit Freeze(const std::vector<inspect::LocalRank>& ranks);
  Freeze(const Freeze&) = delete;
  Freeze& operator=(const Freeze&) = delete;
  ~Freeze();

  // Returns whether every thread of every rank stopped within the time limit.
  bool complete() const { return complete_; }

  // Returns the threads of a rank. A thread counts as asleep if it slept before the stop and has
  // not run since. This includes a thread that was woken just before the stop. All other threads
  // count as running.
  std::vector<inspect::KernelThread> threads_of(pid_t process) const;

 private:
  bool wait_for_stop(pid_t process);

  std::map<pid_t, std::vector<inspect::KernelThread>> before_;
  std::map<pid_t, std::vector<inspect::KernelThread>> stopped_;
  bool complete_ = true;
};

}  // namespace gridlock::agent
