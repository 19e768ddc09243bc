// Backend tables for tests. They are fixed, so that new measurements do not change the tests.
#pragma once

#include "harness/prover/names.h"

namespace gridlock::prover::testing {

// Returns a table like gloo's in which a rank that needs a dead rank waits forever.
Semantics lasting_peers();
// Returns a table like gloo's in which a rank that needs a dead rank gets an exception.
Semantics raising_peers();

}  // namespace gridlock::prover::testing
