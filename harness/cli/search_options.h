// The options of `gridlock minimize` and `gridlock ablate`.
#pragma once

#include "minimizer/tasks/minimize_task.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

// Adds the options of a search, such as -n and --budget.
void add_search_options(const arguments::Command& command, minimizer::MinimizeArguments& options);

}  // namespace gridlock::cli
