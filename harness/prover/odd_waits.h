// Finds ranks that wait for something unusual. Used when the logs contain too few steps to learn
// the usual order of calls.
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

// Returns the ranks that wait for a message that differs in peer, tag or size from the earlier
// messages at its call site. Returns nullopt if all ranks or no ranks qualify. Also returns nullopt
// if some message is the first at its call site, or if the earlier messages there differ from one
// another. Takes O(facts).
std::optional<Divergence> changed_messages(const Snapshot& snapshot, const std::vector<int>& ranks);

}  // namespace gridlock::prover
