// Finds the closest passing cell to compare a wrong cell with while it is minimized.
#pragma once

#include <optional>

#include "harness/cli/load_matrix.h"
#include "harness/controller/script_request.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Returns a passing cell that differs from `wrong` in only one of the axes in which `control`
// differs: one that `known` contains, or one that is trained now. With fewer differences between
// the two sides, fewer causes other than the fault can make their numbers differ. Returns nullopt
// if `control` itself differs in one axis, if no such cell passes, or if the user interrupts.
std::optional<matrix::PlannedCell> nearest_control(const MatrixArguments& arguments,
                                                   const matrix::Cell& wrong,
                                                   const matrix::Cell& control,
                                                   const controller::FindRecord& known);

}  // namespace gridlock::cli
