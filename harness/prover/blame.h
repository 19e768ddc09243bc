// Determines the class of a deadlock and the ranks at fault, which are the ranks whose behavior
// differs from what the others wait for. The first of these rules that applies decides:
//
//   1. Dead peer: some ranks wait for ranks that are gone. The ranks that are gone are at fault.
//   2. Different members: the ranks at fault created a group with another list of members than most
//      (membership.h).
//   3. Mismatch: members made calls that hang when paired. The members outside of the largest side
//      of equal calls are at fault. If several sides are largest, the side whose calls the compiler
//      made is at fault, or else the ranks that left the call sequence of earlier steps
//      (divergence.h), or else all of these ranks.
//   4. Thread deadlock: all threads of the ranks at fault sleep outside of recorded calls, and
//   other
//      ranks wait for them.
//   5. Cycle: some ranks wait only for one another. The ranks that most of them wait for at one
//      point are at fault, because their call would let the others continue. If several points have
//      equally many waiters, the ranks that left the sequence are at fault, or else all ranks of
//      the cycle.
#pragma once

#include "harness/prover/names.h"
#include "harness/prover/wait_graph.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {

// Sets the class, the ranks at fault, the rule and the divergence of the finding.
void blame(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
