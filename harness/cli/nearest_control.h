// What a wrong cell is compared with while it is minimized.
#pragma once

#include <optional>

#include "harness/cli/load_matrix.h"
#include "harness/controller/script_request.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// A cell that differs from `wrong` as `control` does, but in a single axis, and passes: one that
// `known` has, or that is trained now. The fewer differences there are between the two sides, the
// fewer ways for their numbers to differ by something else than what is wrong. Nothing where
// `control` differs in one axis itself, where all such cells fail, and when the user interrupts.
std::optional<matrix::PlannedCell> nearest_control(const MatrixArguments& arguments,
                                                   const matrix::Cell& wrong,
                                                   const matrix::Cell& control,
                                                   const controller::FindRecord& known);

}  // namespace gridlock::cli
