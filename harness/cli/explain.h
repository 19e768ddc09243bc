// gridlock explain: everything that a matrix says about one cell.
#pragma once

#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// `rerun` is the command that runs the matrix. Throws matrix::InputError for an id that no cell of
// the matrix's case can have, with the nearest one of the plan.
std::string explain_text(const matrix::Matrix& matrix, const matrix::Machine& machine,
                         const std::string& id, const std::string& rerun);

}  // namespace gridlock::cli
