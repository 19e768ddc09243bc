// Determines the state of each rank on its own, before the waits between ranks are considered.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

// Returns the states for a proof. A rank that may do anything moves, and a rank in doubt moves too.
std::vector<RankState> proof_states(const Index& index, const std::vector<bool>& unchanged);

// Returns the states for a likely deadlock, which assume that no doubt comes true. Here a rank
// counts as busy and moves if its main thread sleeps in something of its own, or if the rank waits
// in no call at all.
std::vector<RankState> likely_states(const Index& index, const std::vector<bool>& unchanged);

// Returns the states for a stall, which assume that ranks that do something else continue with it
// forever.
std::vector<RankState> stall_states(const Index& index);

// Returns, as text, why a rank that neither runs nor changes may still move. Empty for most ranks.
std::vector<std::string> doubts_of(const RankFacts& facts);

}  // namespace gridlock::prover
