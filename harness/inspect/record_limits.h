// Says what cannot be proved any more, because a rank has more than its ring can record.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

struct RecordLimit {
  std::uint64_t trace::Lost::*lost;  // counts the records beyond the limit
  std::string excess;                // "more calls in flight than gridlock can record (64)"
  std::string effect;  // "no deadlock of {} can be proved …": {} stands for the ranks
};

// Returns all limits of a ring.
std::span<const RecordLimit> record_limits();

// Returns a sentence about ranks that have exceeded the limit.
std::string sentence(const RecordLimit& limit, const std::vector<int>& ranks);

// Returns a sentence for each limit that some of the ranks have exceeded.
std::vector<std::string> exceeded_limits(std::span<const LocalRank> ranks);

}  // namespace gridlock::inspect
