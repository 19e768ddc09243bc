// Guesses which rank should have set a store key, from the keys that the other ranks have set. The
// guess only explains a deadlock; no proof rests on it.
#pragma once

#include <optional>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the rank whose number is in the name of the key, if every other rank that set the key
// with its own number in that place is the only one that set it, and there is such a rank. For
// example, rank 1 owns "shard/1" if rank 0 has set "shard/0".
std::optional<int> owner_of(const StoreKey& key, const Snapshot& snapshot);

}  // namespace gridlock::prover
