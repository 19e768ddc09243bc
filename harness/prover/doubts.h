// Names what keeps a likely deadlock from being proved.
#pragma once

#include <string>
#include <vector>

#include "harness/prover/waiting.h"

namespace gridlock::prover {

// Returns the doubts about the ranks that do not move, about the ranks that these wait for, and
// about tables that `measured` lacks.
std::vector<std::string> doubts_of(const WaitGraph& graph, const Waiting& waiting,
                                   const Semantics& measured);

}  // namespace gridlock::prover
