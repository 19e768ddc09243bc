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
// moving if a thread runs, if the main thread is kDoubtful, or if no thread is kBlocked.
std::vector<RankState> likely_states(const Index& index, const std::vector<bool>& unchanged);

// Returns the states for a stall. A rank that does something other than wait is assumed to do so
// forever.
std::vector<RankState> stall_states(const Index& index);

// Returns, as text, the reasons why a rank may still move although it neither runs nor changes.
// Most ranks have none.
std::vector<std::string> doubts_of(const RankFacts& facts);

}  // namespace gridlock::prover
