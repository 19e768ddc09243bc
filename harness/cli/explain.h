// gridlock explain: shows everything that a matrix says about one cell.
#pragma once

#include <string>
#include <vector>

#include "harness/verdict/record.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Returns the text about the cell. `rerun` is the command that runs the matrix.
std::string explain_text(const matrix::Matrix& matrix, const matrix::Machine& machine,
                         const matrix::Plan& plan, const matrix::Cell& cell,
                         const std::string& rerun);

// Returns text about the results of the cell in the run in `folder`. Returns "" if the run has no
// record of the cell.
std::string results_text(const std::string& folder, const std::vector<verdict::CellRecord>& records,
                         const std::string& id);

}  // namespace gridlock::cli
