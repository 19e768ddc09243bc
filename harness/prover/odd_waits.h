// Finds the ranks that wait for something unusual. It is used when the logs contain too few steps
// to learn the usual order of calls.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the ranks that wait for a message, a key or a lock while the others wait for collectives
// at call sites where collectives have completed before. If all ranks wait for collectives, returns
// the minority at call sites where no collective has completed. Returns none if all ranks or no
// ranks qualify, or if call sites are unknown. Takes O(facts).
std::vector<int> unusual_waiters(const Snapshot& snapshot, const std::vector<int>& ranks);

// Returns the ranks whose message differs in peer, tag or size from all earlier messages at its
// call site. The earlier messages must be alike, and the messages of the other ranks must not have
// changed. Returns nullopt if all ranks or no ranks qualify, or if a message is the first one at
// its call site. Takes O(facts).
std::optional<Divergence> changed_messages(const Snapshot& snapshot, const std::vector<int>& ranks);

}  // namespace gridlock::prover
