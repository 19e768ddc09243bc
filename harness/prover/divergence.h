// Where ranks diverge whose calls of a group do not match, and which of them left the sequence of
// calls of earlier steps. If the records leave both possible, it names no rank.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Ranks that made the same call with number `seq` of the group, side by side: two sides at least.
// Nothing where no log tells more than that the calls with that number differ. Otherwise `seq` of
// the result is where the first of each side diverged; `ranks` is empty unless some sides went on
// as in earlier steps and the others did not. Takes O(log of a rank) and an alignment of 256 calls
// for each side.
std::optional<Divergence> divergence(const Index& index, int group, std::uint64_t seq,
                                     const std::vector<std::vector<int>>& sides);

}  // namespace gridlock::prover
