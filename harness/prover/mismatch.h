// Determines which ranks are at fault when members of a group made different calls with one
// sequence number.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prover/names.h"
#include "harness/prover/signature.h"
#include "harness/prover/wait_graph.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {

// The members whose calls of one collective are equal.
struct Side {
  CallSignature signature;
  std::vector<int> ranks;
  bool compiling = false;  // made by the compiler, not by the program
};

// Sets the class, the ranks at fault, the rule and the divergence of the finding. There must be at
// least two sides.
void blame_sides(const Index& index, int group, std::uint64_t seq, const std::vector<Side>& sides,
                 Finding& finding);

// Does the same as blame_sides() for the first wait point whose waiters made a call that hangs when
// paired with another member's call. Returns false if there is no such wait point.
bool blame_mismatch(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
