// Stops the ranks of a team (SIGSTOP) for the lifetime of the object. Keeps the kernel's state of
// the ranks' threads from before the stop. While the object lives, inspect::facts_of() describes
// the ranks as if they had become quiet on their own at the time of the stop.
#pragma once

#include <sys/types.h>

#include <map>
#include <vector>

#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/local_rank.h"

namespace gridlock::agent {

class Freeze {
 public:
  // Ranks that another process has stopped remain stopped afterwards.
  explicit Freeze(const std::vector<inspect::LocalRank>& ranks);
  Freeze(const Freeze&) = delete;
  Freeze& operator=(const Freeze&) = delete;
  ~Freeze();

  // Returns whether every thread of every rank stopped within the time limit.
  bool complete() const { return complete_; }

  // Returns the threads of a rank. A thread is asleep if it was asleep before the stop and has only
  // stopped since; otherwise it is running. A thread that was woken just before the stop but has
  // not run yet counts as asleep.
  std::vector<inspect::KernelThread> threads_of(pid_t process) const;

 private:
  bool wait_for_stop(pid_t process);

  std::map<pid_t, std::vector<inspect::KernelThread>> before_;
  std::map<pid_t, std::vector<inspect::KernelThread>> stopped_;
  bool complete_ = true;
};

}  // namespace gridlock::agent
