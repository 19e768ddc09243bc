// Which generated programs to run, and their text.
#pragma once

#include <filesystem>

#include "bench/adversaries.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::bench {

// The matrix of adversaries, without a seed of its own.
matrix::Matrix adversary_matrix(std::uint64_t seed, bool gpus = false);

// The cells to run, each program before its twin. With a number of pairs, those come first that
// have most values, and then most pairs of values, that were in none before.
matrix::Plan adversary_plan(const AdversaryOptions& options);

// Runs the generator, whose output becomes that descriptor. Returns its exit code.
int write_adversary(const matrix::PlannedCell& planned, int descriptor);

}  // namespace gridlock::bench
