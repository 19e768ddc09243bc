// Which cells of a plan this machine cannot hold, asked before anything is started.
#pragma once

#include <string>

#include "harness/controller/machine.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// Skips the cells on CPUs whose ranks need more memory than there is, with a sentence that has the
// numbers. The estimate is low, so that no cell is skipped that could run.
void skip_what_cannot_fit(matrix::Plan& plan, const MachineFacts& machine, const std::string& tier);

}  // namespace gridlock::controller
