// A backend's table for tests that must not change when the measured ones do.
#pragma once

#include "harness/prover/names.h"

namespace gridlock::prover::testing {

// For "gloo": like gloo, but who needs a dead rank waits forever.
Semantics lasting_peers();
// Like gloo.
Semantics raising_peers();

}  // namespace gridlock::prover::testing
