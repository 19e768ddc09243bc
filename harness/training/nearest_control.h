// Finds the passing cell that is nearest to a wrong cell. Minimization compares the wrong cell with
// it.
#pragma once

#include <optional>

#include "harness/controller/script_request.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/plan.h"

namespace gridlock::training {

// Returns a passing cell that differs from `wrong` in one axis only, where it has the value of
// `control`. The fewer axes differ, the fewer causes other than the fault can explain different
// numerical results. The cell is in `known` or is trained now. Returns nullopt if `control` itself
// differs in only one axis, or if no such cell passes.
std::optional<matrix::PlannedCell> nearest_control(const workspace::MatrixArguments& arguments,
                                                   const matrix::Cell& wrong,
                                                   const matrix::Cell& control,
                                                   const controller::FindRecord& known);

}  // namespace gridlock::training
