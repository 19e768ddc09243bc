// Plans a run of a matrix on one machine.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::matrix {

struct PlanOptions {
  std::optional<int> strength;  // instead of the file's; 0 = all combinations
  // Keeps only these cells and the references that they are compared with; "" = all. The whole id
  // of a cell that the plan would not have adds it, as [[add]] does.
  std::string select;
};

// Deterministic. Throws InputError if no cell is feasible, nothing is selected, there are too many
// cells, or the selection is invalid.
Plan plan(const Matrix& matrix, const Machine& machine, const PlanOptions& options = {});

// Returns the coverage by the cells with these ids, which must have run to a verdict, not only be
// planned.
Coverage coverage(const Plan& plan, const std::set<std::string>& ids);

}  // namespace gridlock::matrix
