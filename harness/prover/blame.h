// Determines the class of a deadlock and the ranks at fault: the ranks whose behavior differs from
// what the others wait for. The first of these rules that applies decides:
//
//   1. Dead peer: some ranks wait for dead ranks. The dead ranks are at fault.
//   2. Different members: ranks created a group with different lists of members (membership.h). The
//      ranks with the rarer list are at fault.
//   3. Mismatch: members made calls that hang when paired. A side is all members with equal calls.
//      The members outside of the largest side are at fault. If several sides are largest, the side
//      whose calls the compiler made is at fault; or else the ranks that left the call sequence of
//      earlier steps (divergence.h); or else all members with a call.
//   4. Thread deadlock: some ranks wait for ranks whose threads all sleep outside of recorded
//      calls. These sleeping ranks are at fault.
//   5. Cycle: some ranks wait only for one another. If one wait point has the most waiters, and
//      more waiters than awaited ranks, its awaited ranks are at fault, because their call would
//      let the others continue. Otherwise the ranks that left the call sequence of earlier steps
//      are at fault, or else all ranks of the cycle.
#pragma once

#include "harness/prover/names.h"
#include "harness/prover/wait_graph.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {

// Sets the class, the ranks at fault, the rule and the divergence of the finding.
void blame(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
