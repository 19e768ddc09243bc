// Detects ranks of a job that have been blocked for a while, so that the ranks can be examined. The
// cost is one read of each ring per tick. Quiet ranks prove nothing: a rank that waits for a slow
// rank is quiet too.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

class QuietWatch {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::milliseconds kFirstCheck{80};

  explicit QuietWatch(std::chrono::milliseconds first_check = kFirstCheck)
      : first_check_(first_check) {}

  // Returns true when a rank has been blocked, or has had a call open, without an event for
  // `first_check`, and then again at growing intervals for as long as the team records no event.
  bool is_due(const std::vector<LocalRank>& ranks, Clock::time_point now);

 private:
  Clock::time_point next_check() const;

  std::chrono::milliseconds first_check_;
  std::uint64_t events_ = 0;  // of all rings, at the last check
  Clock::time_point since_{};
  std::size_t checks_ = 0;  // checks due since the last event
};

}  // namespace gridlock::inspect
