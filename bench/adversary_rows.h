// Selects the generated programs to run, and writes their text.
#pragma once

#include <filesystem>

#include "bench/adversaries.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::bench {

// Returns matrix/adversaries.toml, or adversaries_gpu.toml if `gpus` is true, with this seed.
matrix::Matrix adversary_matrix(std::uint64_t seed, bool gpus = false);

// Returns the cells to run: each program, then its twin. If options.pairs is not 0, chooses that
// many programs, one by one. Each is the program with the most axis values that no earlier program
// has. Among equals, it is the one with the most new combinations of two values.
matrix::Plan adversary_plan(const AdversaryOptions& options);

// Writes the program of the cell to `descriptor`, or to standard output if it is -1. Returns the
// exit code of the generator (cases/adversaries/generate.py).
int write_adversary(const matrix::PlannedCell& planned, int descriptor);

}  // namespace gridlock::bench
