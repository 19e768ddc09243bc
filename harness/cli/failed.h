// gridlock run --failed: what was not as expected in an earlier run.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "harness/cli/load_matrix.h"
#include "matrix/matrix.h"

namespace gridlock::cli {

struct Failures {
  std::string run;  // the name of the run folder that has them; its path where that is elsewhere
  std::string strength;         // --strength of that run, so that the plan has the same cells
  std::size_t finished = 0;     // cells of that run
  std::set<std::string> cells;  // of them, those that were not as expected
  bool in_out = false;          // the run is the one in --out: the new one needs another folder
};

// Those of the run in `out`, where that holds results; else of the newest run of all cells of this
// matrix's file (with the --strength of `arguments`, where it has one). Resuming, those that the
// run in `out`, or the newest run with --failed, is about. Throws matrix::InputError where there is
// no such run or no cell of it is finished.
Failures find_failures(const matrix::Matrix& matrix, const MatrixArguments& arguments,
                       const std::string& out, bool resume);

// The condition that only these cells fit, and of them those that fit `select`.
std::string selection_of(const Failures& failures, const std::string& select);

// "nothing to train: all 37 finished cells of 2026-11-22T23-45-10 were as expected".
std::string nothing_failed(const Failures& failures);

}  // namespace gridlock::cli
