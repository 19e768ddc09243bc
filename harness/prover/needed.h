// Which members of its group a collective needs, where its table does not say all.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Places count from the root: that of the member with index i is (i - index of root) mod size.

// Whether the member at `place` needs every other one.
bool needs_everybody(Needs needs, std::size_t place);

// Else: the places of those it needs, none if it completes alone.
std::vector<std::size_t> needed_places(Needs needs, std::size_t place, std::size_t size);

}  // namespace gridlock::prover
