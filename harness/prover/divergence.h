// Finds where ranks whose calls of a group do not match diverge, and which of them left the
// sequence of calls of earlier steps. If the records allow both, it names no rank.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Each side is a list of ranks that made the same call with number `seq` of the group; there are at
// least two sides. Returns nullopt if no log shows more than that the calls with that number
// differ. Otherwise `seq` of the result is where the first side diverged; `ranks` is empty unless
// some sides went on as in earlier steps and the others did not. Takes O(log of a rank) and an
// alignment of 256 calls for each side.
std::optional<Divergence> divergence(const Index& index, int group, std::uint64_t seq,
                                     const std::vector<std::vector<int>>& sides);

}  // namespace gridlock::prover
