// Determines the class and the ranks at fault of a deadlock.
//
// The ranks at fault are the smallest set whose behavior differs from what the others wait for. The
// rules apply in this order:
//   1. ranks that are gone while others wait for them (dead peer);
//   2. ranks that made a group with other members than most (membership.h); members whose call
//      hangs with that of more other members (different order, mismatched operation or arguments);
//      if sides are equally large, the ranks that left the sequence of calls of earlier steps
//      (divergence.h), else all of them;
//   3. ranks whose threads are all asleep in the process itself, while others wait for them
//      (thread deadlock);
//   4. in the place where waiting ends (a component of the graph that waits only for itself): the
//      ranks that most ranks wait for in one place, because with their call the others would go on;
//      if places are equal, the ranks that left the sequence, else all members of the cycle.
#pragma once

#include "harness/prover/names.h"
#include "harness/prover/wait_graph.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {

// Fills in `cls`, `at_fault`, `rule` and `divergence`.
void blame(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
