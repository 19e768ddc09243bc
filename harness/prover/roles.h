// What each rank is by itself, before anybody waits for anybody.
#pragma once

#include <vector>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

// For a proof: whoever might do anything moves.
std::vector<Role> proof_roles(const Index& index, const std::vector<bool>& unchanged);

// For a stall: what if those who do something else went on with it for ever?
std::vector<Role> stall_roles(const Index& index);

}  // namespace gridlock::prover
