// Detects that ranks of a job have been blocked for a while and should be examined. Being quiet
// (recording no events) proves nothing, because a rank that waits for a slow rank is quiet too. The
// cost is one read of each ring per call.
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

  // Returns whether the ranks should be examined now. The first check is due if no rank has
  // recorded an event for `first_check`, and a rank is blocked, has an open call or has exited.
  // Further checks are due at growing intervals until a rank records an event.
  bool is_due(const std::vector<LocalRank>& ranks, Clock::time_point now);

 private:
  Clock::time_point next_check() const;

  std::chrono::milliseconds first_check_;
  std::uint64_t events_ = 0;   // events of all rings at the last call
  Clock::time_point since_{};  // when the last event was noticed
  std::size_t checks_ = 0;  // checks that were due since the last event
};

}  // namespace gridlock::inspect
