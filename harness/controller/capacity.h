// Finds the cells of a plan that need more memory than this machine has, before anything is
// started.
#pragma once

#include <string>

#include "harness/controller/machine.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// Skips CPU cells whose ranks need more memory than the machine has. The reason contains both
// amounts. The estimate is deliberately low, so no cell that could run is skipped.
void skip_oversized_cells(matrix::Plan& plan, const MachineFacts& machine, const std::string& tier);

}  // namespace gridlock::controller
