// Collects where the ranks that do not move wait, and for which ranks. This is the input for
// finding the ranks at fault.
#pragma once

#include <map>
#include <vector>

#include "harness/prover/missing_ranks.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

struct Waiters {
  std::vector<int> ranks;    // the waiting ranks, sorted
  std::vector<int> missing;  // the ranks that must act at the place, sorted
};

struct Waiting {
  std::vector<int> ranks;  // live ranks that do not move, sorted
  std::map<WaitPoint, Waiters> places;
  std::vector<Blocked> blocked;
};

// Collects the waits of ranks whose state is kWaits and that may not move.
Waiting waiting_of(const WaitGraph& graph);

}  // namespace gridlock::prover
