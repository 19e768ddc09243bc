// Cells whose case imports a Python package that the ranks' Python has not, asked before anything is
// started.
#pragma once

#include <filesystem>

#include "matrix/plan.h"

namespace gridlock::controller {

// Skips all cells of the plan where `python` cannot find one of `plan.packages`, with a sentence that
// names it. Imports none of them.
void skip_what_lacks_packages(matrix::Plan& plan, const std::filesystem::path& python);

}  // namespace gridlock::controller
