// A task for a script.
#pragma once

#include <string>
#include <vector>

#include "minimizer/tasks/minimize_task.h"

namespace gridlock::minimizer {

// Fills in the task for SCRIPT ARGUMENTS. Throws matrix::InputError.
void take_script(MinimizeTask& task, const MinimizeArguments& options,
                 const std::vector<std::string>& words);

}  // namespace gridlock::minimizer
