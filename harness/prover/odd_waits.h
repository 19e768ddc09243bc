// Finds ranks that wait for something other than the rest, when there are too few steps to learn
// the usual order of calls.
#pragma once

#include <optional>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// If some of `ranks` wait for a message, a key or a lock while the others wait for collectives at
// call sites where collectives have completed before, returns the former. If all ranks wait for
// collectives, returns the minority at call sites where no collective has completed. Returns none
// if these conditions apply to all ranks or to no rank, or if call sites are unknown. Takes
// O(facts).
std::vector<int> unusual_waiters(const Snapshot& snapshot, const std::vector<int>& ranks);

// Returns the ranks whose message differs in peer, tag or size from all their earlier messages at
// that call site, provided that these earlier messages were alike and that the other ranks'
// messages have not changed. Returns nullopt if all ranks or no ranks qualify, or if a message is
// the first one at its call site. Takes O(facts).
std::optional<Divergence> changed_messages(const Snapshot& snapshot, const std::vector<int>& ranks);

}  // namespace gridlock::prover
