// Detects that ranks of a job have been blocked for a while and should be examined. Being quiet
// proves nothing, because a rank that waits for a slow rank is quiet too. The cost is one read of
// each ring per tick.
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

  // Returns whether a check is due. The first one is due when a rank has been blocked, or has had
  // an open call, without an event for `first_check`. Others are due at growing intervals, as long
  // as the team records no event.
  bool is_due(const std::vector<LocalRank>& ranks, Clock::time_point now);

 private:
  Clock::time_point next_check() const;

  std::chrono::milliseconds first_check_;
  std::uint64_t events_ = 0;  // events of all rings at the last check
  Clock::time_point since_{};
  std::size_t checks_ = 0;  // checks that were due since the last event
};

}  // namespace gridlock::inspect
