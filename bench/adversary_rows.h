// The generated programs to run, and their text.
#pragma once

#include <filesystem>

#include "bench/adversaries.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::bench {

// Returns the matrix of adversaries with this seed.
matrix::Matrix adversary_matrix(std::uint64_t seed, bool gpus = false);

// Returns the cells to run, each program before its twin. If options.pairs is not 0, each next pair
// is the one with the most values that no earlier pair has; ties are decided by the number of new
// pairs of values.
matrix::Plan adversary_plan(const AdversaryOptions& options);

// Runs the generator with `descriptor` as its output. Returns the generator's exit code.
int write_adversary(const matrix::PlannedCell& planned, int descriptor);

}  // namespace gridlock::bench
