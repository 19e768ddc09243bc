// Collects the waits of the ranks that do not move, and the ranks that these waits need. blame.h
// derives the ranks at fault from the result.
#pragma once

#include <map>
#include <vector>

#include "harness/prover/missing_ranks.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

struct Waiters {
  std::vector<int> ranks;    // the waiting ranks, sorted
  std::vector<int> missing;  // the ranks that must act before the wait ends, sorted
};

struct Waiting {
  std::vector<int> ranks;  // live ranks that do not move, sorted
  std::map<WaitPoint, Waiters> places;
  std::vector<Blocked> blocked;
};

// Collects the waits of all ranks in state kWaits that may not move.
Waiting waiting_of(const WaitGraph& graph);

}  // namespace gridlock::prover
