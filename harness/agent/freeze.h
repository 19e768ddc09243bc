// Stops the ranks of a team (SIGSTOP) for the lifetime of the object, and keeps the kernel's state
// of their threads from before. Meanwhile inspect::facts_of() describes the ranks as if they had
// become quiet by themselves at that moment.
#pragma once

#include <sys/types.h>

#include <map>
#include <vector>

#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/local_rank.h"

namespace gridlock::agent {

class Freeze {
 public:
  // Ranks that another process stopped stay stopped.
  explicit Freeze(const std::vector<inspect::LocalRank>& ranks);
  Freeze(const Freeze&) = delete;
  Freeze& operator=(const Freeze&) = delete;
  ~Freeze();

  // Returns whether every thread of every rank stopped within the time limit.
  bool complete() const { return complete_; }

  // Returns the threads of a rank: asleep if they were asleep before and have only stopped since,
  // otherwise running. A thread that was woken just then but has not run yet counts as asleep.
  std::vector<inspect::KernelThread> threads_of(pid_t process) const;

 private:
  bool wait_for_stop(pid_t process);

  std::map<pid_t, std::vector<inspect::KernelThread>> before_;
  std::map<pid_t, std::vector<inspect::KernelThread>> stopped_;
  bool complete_ = true;
};

}  // namespace gridlock::agent
