// Who waits for something else than the others, where steps are too few to know what follows on
// what.
#pragma once

#include <vector>

#include "harness/prover/facts.h"

namespace gridlock::prover {

// Those of `ranks` that wait for a message, a key or a lock while the others wait for collectives
// at places where collectives have completed before. Empty when that is true of all or of none, or
// sites are unknown. Takes O(facts).
std::vector<int> beside_usual_collectives(const Snapshot& snapshot, const std::vector<int>& ranks);

}  // namespace gridlock::prover
