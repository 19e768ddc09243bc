// Finds ranks that recently left the call sequence of their own earlier steps.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the ranks of `ranks` that recently made a call that never followed at that place in
// earlier steps (step_comparison.h), while all other ranks followed their earlier steps. If this
// decides nothing, returns the ranks with an unusual message or wait (odd_waits.h). Returns nullopt
// if all ranks or no ranks qualify. Takes O(facts).
std::optional<Divergence> recent_divergence(const Snapshot& snapshot,
                                            const std::vector<int>& ranks);

}  // namespace gridlock::prover
