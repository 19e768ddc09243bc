// Which ranks left the sequence of calls that they and others have gone through before.
#pragma once

#include <vector>

#include "harness/prover/facts.h"

namespace gridlock::prover {

// Those of `ranks` whose last call never followed the call before it in what the logs of all of
// them still hold, by call sites; where that tells nothing, those that wait for a message, a key or
// a lock while the others wait for collectives at places where collectives have completed before.
// Empty when that is true of all or of none, or sites are unknown: then the logs tell nothing.
std::vector<int> out_of_habit(const Snapshot& snapshot, const std::vector<int>& ranks);

}  // namespace gridlock::prover
