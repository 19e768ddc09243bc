// The double collect: what between two snapshots stayed as it was.
#pragma once

#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Nothing was recorded of the rank, its threads are in the same waits, and those that the probe
// does not know did not run.
bool unchanged(const RankFacts& before, const RankFacts& after);

// Per rank of `second`; no rank is where the two differ in ranks.
std::vector<bool> unchanged(const Snapshot& first, const Snapshot& second);

}  // namespace gridlock::prover
