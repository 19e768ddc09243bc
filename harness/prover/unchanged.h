// Determines which ranks did not change between two snapshots.
#pragma once

#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns whether the rank recorded no event, its threads are in the same waits as before, and its
// idle threads have not run.
bool unchanged(const RankFacts& before, const RankFacts& after);

// Returns unchanged() for each rank of `second`. All results are false if the snapshots have
// different numbers of ranks.
std::vector<bool> unchanged(const Snapshot& first, const Snapshot& second);

}  // namespace gridlock::prover
