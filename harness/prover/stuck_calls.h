// Finds calls that never complete whatever the threads of all ranks do, unless a thread aborts the
// calls. The matching calls have been issued, but are queued behind other stuck calls. This happens
// when the hosts of a device continue, poll, or wait in something without a record (the launch of a
// kernel), while the device's streams stand still.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the stuck calls by rank and call number; the index must be usable. Takes O(facts).
std::vector<std::pair<int, std::uint32_t>> stuck_calls(const Index& index);

// Returns a stall with the class and the ranks at fault of the deadlock that follows once the ranks
// wait for the stuck calls. A stall is no proof, because a running program may abort its calls or
// exit.
std::optional<Finding> find_stuck_calls(const Index& index, const Semantics& semantics);

}  // namespace gridlock::prover
