// Guesses which rank should have set a store key, from the keys that the other ranks have set. The
// guess only explains a deadlock; no proof rests on it.
#pragma once

#include <optional>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the rank whose number is in the name of the key, if keys of this form belong to ranks:
// some other rank has set the key with its own number instead, and no rank has set the key of
// another rank. For example, rank 1 owns "shard/1" if rank 0 has set "shard/0". Returns nullopt
// otherwise.
std::optional<int> owner_of(const StoreKey& key, const Snapshot& snapshot);

}  // namespace gridlock::prover
