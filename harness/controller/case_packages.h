// Finds cells whose case imports a Python package that the ranks' Python lacks, before anything is
// started.
#pragma once

#include <filesystem>

#include "matrix/plan.h"

namespace gridlock::controller {

// Skips all cells of the plan if `python` cannot find one of `plan.packages`; the reason names the
// missing ones. Imports none of them.
void skip_cells_missing_packages(matrix::Plan& plan, const std::filesystem::path& python);

}  // namespace gridlock::controller
