// Finds ranks that left the sequence of calls of their own earlier steps.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns those of `ranks` that recently made a call that never followed at that place in earlier
// steps (step_comparison.h), while all other ranks did as before. If the comparison decides
// nothing, returns the ranks whose message differs from their earlier messages, or that do not wait
// at a usual collective (odd_waits.h). Returns nullopt if all ranks or no ranks qualify. Takes
// O(facts).
std::optional<Divergence> recent_divergence(const Snapshot& snapshot,
                                            const std::vector<int>& ranks);

}  // namespace gridlock::prover
