// Implements gridlock golden reference, which compares the cells of a run with LibTorch in fp64.
#pragma once

#include "harness/goldens/records.h"

namespace gridlock::cli {

// Compares the losses and gradient norms of every cell that passed. For each precision and number
// of layers, also trains an uncompiled cell again and compares its parameters after the last step.
// Prints the results and returns the exit code. Throws matrix::InputError for a run of a case that
// the reference does not implement.
int compare_with_reference(const goldens::GoldenRun& run);

}  // namespace gridlock::cli
