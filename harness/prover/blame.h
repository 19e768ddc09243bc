// Class and ranks at fault of a deadlock.
//
// Ranks at fault are the smallest set whose behavior differs from what the others wait for. In
// this order:
//   1. ranks that are gone while others wait for them (dead peer);
//   2. ranks that made a group of other members than most (membership.h); members whose call hangs
//   with that of more other members (different order, mismatched
//      operation or arguments); where sides are equal, those who left the sequence of calls of
//      earlier steps (divergence.h), else all of them;
//   3. ranks all of whose threads are asleep in the process itself, where others wait for them
//      (thread deadlock);
//   4. where waiting ends (a component of the graph that waits for itself alone): those whom the
//      most ranks wait for in one place, had they made that call the others would go on; where
//      places are equal, those who left the sequence, else all members of the cycle.
#pragma once

#include "harness/prover/names.h"
#include "harness/prover/wait_graph.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {

// Fills in `cls`, `at_fault`, `rule` and `divergence`.
void blame(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
