// Finds the cells of a plan that do not fit into this machine, before anything is started.
#pragma once

#include <string>

#include "harness/controller/machine.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// Skips cells on CPUs whose ranks need more memory than there is; the reason contains the numbers.
// The estimate is low, so it skips no cell that could run.
void skip_oversized_cells(matrix::Plan& plan, const MachineFacts& machine, const std::string& tier);

}  // namespace gridlock::controller
