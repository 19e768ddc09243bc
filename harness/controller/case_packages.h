// Finds cells whose case imports a Python package that the ranks' Python lacks. This happens before
// anything starts.
#pragma once

#include <filesystem>

#include "matrix/plan.h"

namespace gridlock::controller {

// Skips all cells of the plan if `python` cannot find one of `plan.packages`, and lists the missing
// packages as the reason. It finds packages without importing them.
void skip_cells_missing_packages(matrix::Plan& plan, const std::filesystem::path& python);

}  // namespace gridlock::controller
