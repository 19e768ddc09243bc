// Finds ranks that recently left the call sequence of their own earlier steps.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns those of `ranks` whose recent calls deviate from their own earlier steps
// (step_comparison.h). If all ranks or none deviate, or if a log is too short to decide, returns
// the ranks that wait for an unusual message or for another unusual event (odd_waits.h). Returns
// nullopt if all ranks or none wait like that. Takes O(facts).
std::optional<Divergence> recent_divergence(const Snapshot& snapshot,
                                            const std::vector<int>& ranks);

}  // namespace gridlock::prover
