// Determines which members a collective needs where the backend's table does not say "all".
// Positions are counted from the root: the member with index i has position (i - index of root) mod
// size.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Places are counted from the root: the member with index i has the place (i - index of root) mod
// size.

// Returns whether the member at position `place` needs every other member.
bool needs_all_members(Needs needs, std::size_t place);

// Returns the positions of the members that the member at `place` needs, if it does not need all.
// Returns none if it completes alone.
std::vector<std::size_t> needed_places(Needs needs, std::size_t place, std::size_t size);

}  // namespace gridlock::prover
