// A task for a cell.
#pragma once

#include <string>
#include <vector>

#include "minimizer/tasks/minimize_task.h"

namespace gridlock::minimizer {

inline constexpr const char* kCellScript = "cell.py";  // the exported script

// Exports the script of CELL or RUN/CELL and fills in the task. A resumed search continues with its
// original script. Throws matrix::InputError.
void take_cell(MinimizeTask& task, const MinimizeArguments& options,
               const std::vector<std::string>& words);

}  // namespace gridlock::minimizer
