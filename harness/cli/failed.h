// Implements gridlock run --failed: finds the cells of an earlier run whose results were
// unexpected.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "harness/workspace/load_matrix.h"
#include "matrix/matrix.h"

namespace gridlock::cli {

struct Failures {
  std::string run;  // name of the run folder with the failures; its path if not below runs/
  std::string strength;         // --strength of `run`, so that the plan has the same cells
  std::size_t finished = 0;     // cells of `run` that have finished
  std::set<std::string> cells;  // cells of `run` with unexpected results
  bool in_out = false;          // `run` is in --out, so the new run needs another folder
};

// Finds the run with the failures and reads it:
// - without `resume`, the run in `out` if `out` contains results, or else the newest run of all
//   cells of this matrix file (with the --strength of `arguments`, if given)
// - with `resume`, the run that the run.json of the resumed run names. The resumed run is the one
//   in `out` or, if `out` is "", the newest run with --failed.
// Throws matrix::InputError if there is no such run, or if none of its cells has finished.
Failures find_failures(const matrix::Matrix& matrix, const workspace::MatrixArguments& arguments,
                       const std::string& out, bool resume);

// Returns the condition that selects the failed cells that `select` selects too.
std::string selection_of(const Failures& failures, const std::string& select);

// Returns a message such as "nothing to train: all 37 finished cells of 2026-11-22T23-45-10 were as
// expected".
std::string nothing_failed(const Failures& failures);

}  // namespace gridlock::cli
