// Where two cells part: both are trained again with taps, and what these saw is compared.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "golden/parting.h"
#include "harness/controller/controller.h"
#include "harness/controller/run_folder.h"
#include "matrix/plan.h"

namespace gridlock::run {

struct LocateOptions {
  controller::RunOptions training;
  controller::RunFolder folder;  // new: gets the results and the taps of both
  golden::Measure measure = golden::Measure::kRoundings;
  // An uncompiled cell of the same model and precision, trained too where both are compiled: only
  // of such a cell it can be measured what roundings explain.
  std::optional<matrix::PlannedCell> uncompiled = {};
  std::string tier_again =
      {};  // of the second training, where both are the same cell; "" = the run's
  std::function<bool()> interrupted = [] { return false; };
};

// One of the cells could not be trained to its end: what() says which, and why.
class LocateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The cell to be trained alone, with what `measure` needs: no relation judges it.
matrix::PlannedCell with_taps(const matrix::PlannedCell& planned, golden::Measure measure);

// A cell that a relation compares one of the two with, uncompiled and of the same precision.
std::optional<matrix::PlannedCell> uncompiled_for(const matrix::Plan& plan,
                                                  const matrix::PlannedCell& left,
                                                  const matrix::PlannedCell& right);

// Nothing where it was interrupted. Both may be the same cell: it is trained twice then. What
// roundings explain is measured on those of the two that are not compiled, or on `uncompiled`.
// Throws LocateError, golden::TapsError, and as run() does.
std::optional<golden::Parting> locate(const matrix::PlannedCell& left,
                                      const matrix::PlannedCell& right,
                                      const LocateOptions& options);

}  // namespace gridlock::run
