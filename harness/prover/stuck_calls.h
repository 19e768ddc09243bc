// Finds calls that can never complete, whatever the threads of all ranks do, unless they abort the
// calls. The matching calls have been issued but are queued behind other stuck calls. The streams
// of devices can be deadlocked like this while the host threads still run, poll, or wait in
// something that is not recorded, such as a kernel launch.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the stuck calls by rank and call number. The index must be usable. Takes O(facts).
std::vector<std::pair<int, std::uint32_t>> stuck_calls(const Index& index);

// Returns a stall if there are stuck calls. Its class and ranks at fault are those of the deadlock
// that follows once the ranks wait for these calls. A stall is no proof, because a running program
// may abort its calls or exit.
std::optional<Finding> find_stuck_calls(const Index& index, const Semantics& semantics);

}  // namespace gridlock::prover
