// A cell by what the user calls it.
#pragma once

#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// The cell with the id, or with the only id of the plan that begins with it; else a cell that the
// matrix could have. Throws matrix::InputError, which names the nearest cell or those that begin
// so.
matrix::PlannedCell find_cell(const matrix::Matrix& matrix, const matrix::Plan& plan,
                              const std::string& id);

}  // namespace gridlock::cli
