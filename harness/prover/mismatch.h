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

struct Side {
  CallSignature signature;
  std::vector<int> ranks;
  bool compiling = false;  // made by the compiler, not by the program
};

// Sets the class and the ranks at fault. Takes at least two sides.
void blame_sides(const Index& index, int group, std::uint64_t seq, const std::vector<Side>& sides,
                 Finding& finding);

// Sets the class and the ranks at fault for the first wait point where a rank waits for another
// rank whose call hangs when paired with its own. Returns false if there is none.
bool blame_mismatch(const WaitGraph& graph, const Waiting& waiting, Finding& finding);

}  // namespace gridlock::prover
