// Collects what the ranks that do not move wait for, and which ranks they need. The ranks at fault
// are determined from this.
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

// Collects the waits of all ranks in state kWaits that may not move.
Waiting waiting_of(const WaitGraph& graph);

}  // namespace gridlock::prover
