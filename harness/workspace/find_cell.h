// Finds a cell by the id that the user typed.
#pragma once

#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::workspace {

// Returns the cell `id`, or the only cell of the plan whose id begins with `id`, or a cell outside
// the plan that the matrix permits. Throws matrix::InputError if there is none. The message names
// the nearest cell, or all cells whose ids begin with `id`.
matrix::PlannedCell find_cell(const matrix::Matrix& matrix, const matrix::Plan& plan,
                              const std::string& id);

}  // namespace gridlock::workspace
