// Calls that never complete whatever the threads of all ranks do, short of giving them up: what
// they need has been issued, and stands behind another of them. So it is where the hosts of a
// device go on, poll, or wait where no record tells (the launch of a kernel), while its streams
// stand still.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// By rank and number; the index is usable. Takes O(facts).
std::vector<std::pair<int, std::uint32_t>> stuck_calls(const Index& index);

// A stall with the class and the ranks at fault that the deadlock has to which it comes once the
// ranks wait for those calls. No proof: a program that runs may abort its calls, or exit.
std::optional<Finding> find_stuck_calls(const Index& index, const Semantics& semantics);

}  // namespace gridlock::prover
