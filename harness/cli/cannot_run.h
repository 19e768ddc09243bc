// Which cells of a plan this machine cannot run.
#pragma once

#include <string>

#include "harness/controller/machine.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Skips those for which it has too little memory, or whose case imports what its Python has not.
void skip_what_cannot_run(matrix::Plan& plan, const controller::MachineFacts& machine,
                          const std::string& tier);

}  // namespace gridlock::cli
