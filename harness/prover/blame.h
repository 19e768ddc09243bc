// Determines the class and the ranks at fault of a deadlock.
//
// The ranks at fault are the smallest set whose behavior differs from what the others wait for. The
// rules apply in this order:
//   1. ranks that are gone while others wait for them (dead peer);
//   2. ranks that made a group with other members than most (membership.h); members whose call
//      hangs when paired with the call of a larger side (different order, mismatched operation or
//      arguments); if sides are equally large, the ranks that left the sequence of calls of earlier
//      steps (divergence.h), else all of the sides' ranks;
//   3. ranks whose threads are all asleep in the process itself, while others wait for these ranks
//      (thread deadlock);
//   4. in a component of the graph that waits only for itself: the ranks that most ranks wait for
//      in one place, because their call would let the others continue; if several places have
//      equally many waiters, the ranks that left the sequence, else all members of the cycle.
#pragma once

#include "harness/prover/names.h"
#include "harness/prover/wait_graph.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {

// Fills in `cls`, `at_fault`, `rule` and `divergence`.
void blame(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
