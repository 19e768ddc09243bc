// Finds where ranks whose calls of a group do not match diverge, and which of these ranks left the
// sequence of calls of earlier steps. If the records do not decide between the ranks, the result
// names no rank.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns where `sides` diverge. Each side lists the ranks that made equal calls with number `seq`
// of the group, and there are at least two sides. Returns nullopt if the logs show nothing beyond
// the differing calls `seq`. In the result, `seq` is the first sequence number at which a side
// diverged. `ranks` is empty unless some sides continued as in earlier steps and the others did
// not. Takes O(log of a rank) time and one alignment of 256 calls per side.
std::optional<Divergence> divergence(const Index& index, int group, std::uint64_t seq,
                                     const std::vector<std::vector<int>>& sides);

}  // namespace gridlock::prover
