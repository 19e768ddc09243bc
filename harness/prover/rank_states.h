// Determines the state of each rank on its own, before the waits between ranks are considered.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

// Returns the states for a proof. A rank that may do anything, or whose state is in doubt, counts
// as moving.
std::vector<RankState> proof_states(const Index& index, const std::vector<bool>& unchanged);

// Returns the states for a likely deadlock, where every doubt is assumed away. A rank counts as
// moving if its main thread sleeps outside of any recorded wait, or if no thread is blocked in a
// recorded wait.
std::vector<RankState> likely_states(const Index& index, const std::vector<bool>& unchanged);

// Returns the states for a stall. Ranks that do something other than wait are assumed to do it
// forever.
std::vector<RankState> stall_states(const Index& index);

// Returns the reasons why a rank that neither runs nor changes may still move, as text. Most ranks
// have none.
std::vector<std::string> doubts_of(const RankFacts& facts);

}  // namespace gridlock::prover
