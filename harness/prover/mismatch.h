// Determines the ranks at fault when members of a group made different calls with the same sequence
// number.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prover/names.h"
#include "harness/prover/signature.h"
#include "harness/prover/wait_graph.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {

struct Side {
  CallSignature signature;
  std::vector<int> ranks;
  bool compiling = false;  // the compiler made calls of this side, not the program
};

// Fills in the class and the ranks at fault for at least two sides.
void blame_sides(const Index& index, int group, std::uint64_t seq, const std::vector<Side>& sides,
                 Finding& finding);

// Fills in the class and the ranks at fault for the first place where a rank waits for another rank
// and their two calls hang when paired. Returns false if there is no such place.
bool blame_mismatch(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
