// Predicates on facts: which ranks wait, so that a job may make no more progress. They are weaker
// than the prover's (harness/prover/rank_states.h), and serve decisions that prove nothing.
#pragma once

#include "harness/facts/facts.h"

namespace gridlock::monitor {

// Returns whether the rank waits in a recorded call, or has an open call (issued but not
// completed). The threads of a rank with an open call on a GPU need not wait: they may poll for the
// call, or issue more work to a stream that makes no progress.
bool waits(const facts::RankFacts& rank);

// The same, without recorded waits that soon time out by themselves.
bool waits_long(const facts::RankFacts& rank);

// Returns whether every live rank waits.
bool all_wait(const facts::Snapshot& snapshot);

// Returns whether some rank waits in a recorded call and no rank computes in its main thread.
bool stand_still(const facts::Snapshot& snapshot);

}  // namespace gridlock::monitor
