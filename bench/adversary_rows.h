// Selects the generated programs to run, and writes their text.
#pragma once

#include <filesystem>

#include "bench/adversaries.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::bench {

// Returns matrix/adversaries.toml, or adversaries_gpu.toml if `gpus` is true, with this seed. The
// rows of adversaries_afterwards.toml have the same axes and are not in it.
matrix::Matrix adversary_matrix(std::uint64_t seed, bool gpus = false);

// Returns the cells to run: each program, then its twin. Without GPUs, the rows of
// adversaries_afterwards.toml are among them. If options.pairs is not 0, chooses that
// many programs, one by one. Each is the program with the most axis values that no earlier program
// has. Among equals, it is the one with the most new combinations of two values.
matrix::Plan adversary_plan(const AdversaryOptions& options);

// Writes the program of the cell to `descriptor`, or to standard output if it is -1. Returns the
// exit code of the generator (cases/adversaries/generate.py).
int write_adversary(const matrix::PlannedCell& planned, int descriptor);
// Writes the program of the cell to a file in `folder`, which it creates. Returns the path, or ""
// if that failed.
std::filesystem::path keep_adversary(const matrix::PlannedCell& planned,
                                     const std::filesystem::path& folder);

}  // namespace gridlock::bench
