// The generated programs to run, and their text.
#pragma once

#include <filesystem>

#include "bench/adversaries.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::bench {

// Returns the matrix of adversaries with this seed.
matrix::Matrix adversary_matrix(std::uint64_t seed, bool gpus = false);

// Returns the cells to run, each program before its twin. If a number of pairs is given, the pairs
// with the most values, and then with the most pairs of values, that no earlier one has come first.
matrix::Plan adversary_plan(const AdversaryOptions& options);

// Runs the generator with that descriptor as its output. Returns its exit code.
int write_adversary(const matrix::PlannedCell& planned, int descriptor);

}  // namespace gridlock::bench
