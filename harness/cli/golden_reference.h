// gridlock golden reference: the cells of a run against LibTorch in fp64.
#pragma once

#include "harness/cli/golden_records.h"

namespace gridlock::cli {

// Losses and gradient norms of every cell that passed; of one uncompiled cell of each precision and
// depth, which is trained again, its parameters after the last step, too. Prints what came of it
// and gives the exit code. Throws matrix::InputError for runs of another case.
int compare_with_reference(const GoldenRun& run);

}  // namespace gridlock::cli
