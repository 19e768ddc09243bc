// Finds where two cells diverge: trains both again with tensor traces and compares those.
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
  controller::RunFolder folder;  // new: receives the results and the traces of both
  golden::CompareMode mode = golden::CompareMode::kRoundings;
  // An uncompiled cell of the same model and precision, trained too if both cells are compiled: the
  // effect of rounding can be measured only on such a cell.
  std::optional<matrix::PlannedCell> uncompiled = {};
  std::string tier_again = {};  // of the second training, if both are the same cell; "" = the run's
  std::function<bool()> interrupted = [] { return false; };
};

// One of the cells could not be trained to its end: what() names the cell and the reason.
class LocateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns the cell to be trained alone with the tensor trace that `mode` needs: no relation judges
// it.
matrix::PlannedCell with_tensor_trace(const matrix::PlannedCell& planned, golden::CompareMode mode);

// Returns an uncompiled cell of the same precision that a relation compares one of the two with.
std::optional<matrix::PlannedCell> uncompiled_for(const matrix::Plan& plan,
                                                  const matrix::PlannedCell& left,
                                                  const matrix::PlannedCell& right);

// Returns nullopt if interrupted. Both may be the same cell, which is then trained twice. The
// effect of rounding is measured on those of the two that are not compiled, or on `uncompiled`.
// Throws LocateError, golden::TensorTraceError, and as run() does.
std::optional<golden::NumericDivergence> locate(const matrix::PlannedCell& left,
                                                const matrix::PlannedCell& right,
                                                const LocateOptions& options);

}  // namespace gridlock::run
