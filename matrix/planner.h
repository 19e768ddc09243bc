// Plans a run of a matrix on one machine.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::matrix {

struct PlanOptions {
  std::optional<int> strength;  // overrides the file's strength; 0 = all combinations
  // Keeps only the selected cells and their references; "" = all cells. If the text is the complete
  // id of a cell that the plan does not contain, adds the cell, as [[add]] does.
  std::string select;
};

// Plans a run. Deterministic. Throws InputError if no cell is feasible, nothing is selected, there
// are too many cells, or the selection is invalid.
Plan plan(const Matrix& matrix, const Machine& machine, const PlanOptions& options = {});

// Returns how much of the plan's goal the cells with these ids cover. The caller passes only cells
// that have a verdict.
Coverage coverage(const Plan& plan, const std::set<std::string>& ids);

}  // namespace gridlock::matrix
