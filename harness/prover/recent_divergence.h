// Which ranks left the sequence of calls that they have gone through before.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Those of `ranks` that recently made a call which never followed at its place in earlier steps
// (step_comparison.h), while all others did as before; where that tells nothing, those whose
// message is another one than before, or that wait beside usual collectives (odd_waits.h). Nothing
// when that is true of all or of none. Takes O(facts).
std::optional<Divergence> recent_divergence(const Snapshot& snapshot,
                                            const std::vector<int>& ranks);

}  // namespace gridlock::prover
