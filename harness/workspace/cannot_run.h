// Finds the cells of a plan that this machine cannot run.
#pragma once

#include <string>

#include "harness/controller/machine.h"
#include "matrix/plan.h"

namespace gridlock::workspace {

// Skips cells that need more memory than the machine has, or packages that its Python lacks.
void skip_what_cannot_run(matrix::Plan& plan, const controller::MachineFacts& machine,
                          const std::string& tier);

}  // namespace gridlock::workspace
