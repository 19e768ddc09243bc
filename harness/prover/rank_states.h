// Determines the state of each rank by itself, before the waits between ranks are considered.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

// Returns the states for a proof: a rank that may do anything moves, and so does a rank in doubt.
std::vector<RankState> proof_states(const Index& index, const std::vector<bool>& unchanged);

// Returns the states for a likely deadlock, as if no doubt came true. A rank moves here if its main
// thread sleeps in something of its own, or if it waits in no call at all: it is busy.
std::vector<RankState> likely_states(const Index& index, const std::vector<bool>& unchanged);

// Returns the states for a stall, as if ranks that do something else went on with it forever.
std::vector<RankState> stall_states(const Index& index);

// Returns, in words, why a rank that neither runs nor changes may still move; empty for most ranks.
std::vector<std::string> doubts_of(const RankFacts& facts);

}  // namespace gridlock::prover
