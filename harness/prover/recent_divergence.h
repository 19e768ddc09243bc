// Finds ranks that left the sequence of calls that they made before.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns those of `ranks` that recently made a call that never followed at its place in earlier
// steps (step_comparison.h), while all others did as before. If that is undecided, returns the
// ranks whose message differs from their earlier ones, or that do not wait at a usual collective
// (odd_waits.h). Returns nullopt if that is true of all or of none. Takes O(facts).
std::optional<Divergence> recent_divergence(const Snapshot& snapshot,
                                            const std::vector<int>& ranks);

}  // namespace gridlock::prover
