// Finds a cell by the id that the user typed.
#pragma once

#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Returns the cell with the id, or the only cell of the plan whose id begins with it; else a cell
// that the matrix could have. Throws matrix::InputError, which names the nearest cell, or the cells
// that begin so.
matrix::PlannedCell find_cell(const matrix::Matrix& matrix, const matrix::Plan& plan,
                              const std::string& id);

}  // namespace gridlock::cli
