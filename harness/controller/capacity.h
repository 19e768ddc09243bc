// Finds the cells of a plan that need more memory than the machine has. This happens before
// anything starts.
#pragma once

#include <string>

#include "harness/controller/machine.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// Skips CPU cells whose ranks need more memory than the machine has, and gives both amounts as the
// reason. The estimate is low on purpose, so that no cell that could run is skipped.
void skip_oversized_cells(matrix::Plan& plan, const MachineFacts& machine, const std::string& tier);

}  // namespace gridlock::controller
