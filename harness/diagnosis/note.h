// Describes a shift: a call that ranks may have skipped, or made in addition (prover/shift.h).
#pragma once

#include <string>

#include "harness/prover/shift.h"

namespace gridlock::diagnosis {

// Returns text such as "all_reduce #5 of cp[0-3]: rank 1 made it at train.py:46, ranks 0, 2-3 at
// train.py:45; rank 1 may have skipped a call".
std::string note(const prover::Shift& shift);

}  // namespace gridlock::diagnosis
