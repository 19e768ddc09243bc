// Finds where ranks diverge if their calls of a group do not match, and which of these ranks left
// the call sequence of earlier steps. If the records do not decide between the ranks, the result
// names no rank.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns where `sides` diverge. Each side lists the ranks that made equal calls with sequence
// number `seq` of the group. There are at least two sides. Returns nullopt if the logs show only
// that the calls `seq` differ. In the result, `seq` is the first sequence number at which a side
// diverged. The result's `ranks` is empty unless some sides continued as in earlier steps and the
// others did not. Takes O(log of a rank) time and one alignment of 256 calls per side.
std::optional<Divergence> divergence(const Index& index, int group, std::uint64_t seq,
                                     const std::vector<std::vector<int>>& sides);

}  // namespace gridlock::prover
