// Finds cells whose case imports a Python package that is missing from the ranks' Python, before
// anything is started.
#pragma once

#include <filesystem>

#include "matrix/plan.h"

namespace gridlock::controller {

// Skips all cells of the plan if `python` cannot find one of `plan.packages`. The reason lists the
// missing packages. Imports no package.
void skip_cells_missing_packages(matrix::Plan& plan, const std::filesystem::path& python);

}  // namespace gridlock::controller
