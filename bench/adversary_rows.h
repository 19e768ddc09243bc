// Selects the generated programs to run, and writes their text.
#pragma once

#include <filesystem>

#include "bench/adversaries.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::bench {

// Returns the matrix of adversaries with this seed.
matrix::Matrix adversary_matrix(std::uint64_t seed, bool gpus = false);

// Returns the cells to run, each program before its twin. If options.pairs is not 0, the pairs are
// chosen one by one: each is the pair with the most values that no earlier pair has. In a tie, the
// number of new pairs of values decides.
matrix::Plan adversary_plan(const AdversaryOptions& options);

// Runs the generator with `descriptor` as its output. Returns the generator's exit code.
int write_adversary(const matrix::PlannedCell& planned, int descriptor);

}  // namespace gridlock::bench
