// The ranks of a team, stopped (SIGSTOP) for as long as it lives, and what the kernel knew of their
// threads before: what inspect::facts_of() says of them meanwhile is as if they had become quiet by
// themselves at that moment.
#pragma once

#include <sys/types.h>

#include <map>
#include <vector>

#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/local_rank.h"

namespace gridlock::agent {

class Freeze {
 public:
  // Ranks that another process has stopped stay stopped.
  explicit Freeze(const std::vector<inspect::LocalRank>& ranks);
  Freeze(const Freeze&) = delete;
  Freeze& operator=(const Freeze&) = delete;
  ~Freeze();

  // Every thread of every rank stands still. False when one did not stop within a short while.
  bool complete() const { return complete_; }

  // The threads of a rank: asleep if they were asleep before and have done nothing since but stop,
  // running if not. One that was woken just then and has not run yet counts as asleep.
  std::vector<inspect::KernelThread> threads_of(pid_t process) const;

 private:
  bool wait_for_stop(pid_t process);

  std::map<pid_t, std::vector<inspect::KernelThread>> before_;
  std::map<pid_t, std::vector<inspect::KernelThread>> stopped_;
  bool complete_ = true;
};

}  // namespace gridlock::agent
