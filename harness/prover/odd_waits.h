// Finds ranks that wait for something else than the others, when there are too few steps to learn
// the usual order of calls.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns those of `ranks` that wait for a message, a key or a lock while the others wait for
// collectives at places where collectives have completed before; or, if all ranks wait for
// collectives, the few at places where none has. Empty if that is true of all or of none, or if
// sites are unknown. Takes O(facts).
std::vector<int> unusual_waiters(const Snapshot& snapshot, const std::vector<int>& ranks);

// Returns the ranks whose message has another peer, tag or size than all their earlier messages at
// its place, if these were alike, while the others' messages have not changed. Returns nullopt if
// that is true of all or of none, or if a message is the first one at its place. Takes O(facts).
std::optional<Divergence> changed_messages(const Snapshot& snapshot, const std::vector<int>& ranks);

}  // namespace gridlock::prover
