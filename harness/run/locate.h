// Finds where two cells diverge. It trains both again with tensor traces and compares the traces.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "golden/numeric_divergence.h"
#include "harness/controller/controller.h"
#include "harness/controller/run_folder.h"
#include "matrix/plan.h"

namespace gridlock::run {

struct LocateOptions {
  controller::TrainingOptions training;
  controller::RunFolder folder;  // new; receives the results and traces of both cells
  golden::CompareMode mode = golden::CompareMode::kRoundings;
  // An uncompiled cell of the same model and precision. It is trained too if both cells are
  // compiled, because the effect of rounding can be measured only on an uncompiled cell.
  std::optional<matrix::PlannedCell> uncompiled = {};
  std::string tier_again = {};  // tier of a cell's second run; "" = that of the first run
  std::function<bool()> interrupted = [] { return false; };
};

// Thrown if a cell could not be trained to its end. what() contains the cell and the reason.
class LocateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns a copy of the cell for training it alone: without relations, and with the tensor trace
// that `mode` needs.
matrix::PlannedCell with_tensor_trace(const matrix::PlannedCell& planned, golden::CompareMode mode);

// Returns an uncompiled cell of the same precision that a relation compares with `left` or `right`.
std::optional<matrix::PlannedCell> uncompiled_for(const matrix::Plan& plan,
                                                  const matrix::PlannedCell& left,
                                                  const matrix::PlannedCell& right);

// Trains both cells and returns where they diverge. Returns nullopt if interrupted. `left` and
// `right` may be the same cell, which is then trained twice. Measures the effect of rounding on
// each of the two cells that is uncompiled, or on `uncompiled` if both are compiled. Throws
// LocateError, golden::TensorTraceError, and the exceptions of run().
std::optional<golden::NumericDivergence> locate(const matrix::PlannedCell& left,
                                                const matrix::PlannedCell& right,
                                                const LocateOptions& options);

}  // namespace gridlock::run
