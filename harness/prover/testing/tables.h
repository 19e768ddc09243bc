// Backend tables for tests that must not change with the measured ones.
#pragma once

#include "harness/prover/names.h"

namespace gridlock::prover::testing {

// A table for "gloo" that is like gloo, except that a rank that needs a dead rank waits forever.
Semantics lasting_peers();
// A table like gloo.
Semantics raising_peers();

}  // namespace gridlock::prover::testing
