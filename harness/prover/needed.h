// Determines which members a member's call of a collective needs. The place of a member is counted
// from the root: the member with index i has the place (i - index of root) mod size.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns whether the member at `place` needs every other member.
bool needs_all_members(Needs needs, std::size_t place);

// Returns the places of the members that the member at `place` needs. Returns none if its call
// completes alone. The member must not need all members.
std::vector<std::size_t> needed_places(Needs needs, std::size_t place, std::size_t size);

}  // namespace gridlock::prover
