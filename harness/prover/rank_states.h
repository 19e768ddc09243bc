// What each rank is by itself, before anybody waits for anybody.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

// For a proof: a rank that might do anything moves, and so does a rank in doubt.
std::vector<RankState> proof_states(const Index& index, const std::vector<bool>& unchanged);

// For what is likely: as if no doubt came true. A rank whose main thread is asleep for a reason of
// its own, or that waits in no call at all, moves here too: it is busy.
std::vector<RankState> likely_states(const Index& index, const std::vector<bool>& unchanged);

// For a stall: what if those who do something else went on with it forever?
std::vector<RankState> stall_states(const Index& index);

// Why a rank that neither runs nor changes might move all the same, in words; nothing for most.
std::vector<std::string> doubts_of(const RankFacts& facts);

}  // namespace gridlock::prover
