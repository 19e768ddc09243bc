// Where the ranks that do not move wait, and for which ranks: the input for finding those at fault.
#pragma once

#include <map>
#include <vector>

#include "harness/prover/missing.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

struct Waiters {
  std::vector<int> ranks;    // that wait, sorted
  std::vector<int> missing;  // ranks whose part is missing there, sorted
};

struct Waiting {
  std::vector<int> ranks;  // that do not move though they live, sorted
  std::map<WaitPoint, Waiters> places;
  std::vector<Blocked> blocked;
};

// Of the ranks whose state is kWaits and that may not move.
Waiting waiting_of(const WaitGraph& graph);

}  // namespace gridlock::prover
