// gridlock run --failed: the cells of an earlier run that were not as expected.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "harness/cli/load_matrix.h"
#include "matrix/matrix.h"

namespace gridlock::cli {

struct Failures {
  std::string run;  // the name of the run folder with the failures; its path if that is elsewhere
  std::string strength;         // --strength of that run, so that the plan has the same cells
  std::size_t finished = 0;     // cells of that run
  std::set<std::string> cells;  // those of them that were not as expected
  bool in_out = false;          // the run is the one in --out: the new run needs another folder
};

// Reads the run in `out` if it holds results, else the newest run of all cells of this matrix's
// file (with the --strength of `arguments`, if given). With `resume`, reads the run that the run to
// resume names as its source: the one in `out`, else the newest run with --failed. Throws
// matrix::InputError if there is no such run or none of its cells is finished.
Failures find_failures(const matrix::Matrix& matrix, const MatrixArguments& arguments,
                       const std::string& out, bool resume);

// Returns the condition that selects these cells, restricted to those that fit `select`.
std::string selection_of(const Failures& failures, const std::string& select);

// Returns "nothing to train: all 37 finished cells of 2026-11-22T23-45-10 were as expected".
std::string nothing_failed(const Failures& failures);

}  // namespace gridlock::cli
