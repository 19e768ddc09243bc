// From a matrix to the plan of a run on one machine.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::matrix {

struct PlanOptions {
  std::optional<int> strength;  // instead of the file's; 0 = all combinations
  // Only these cells, and the references that judge them; "" = all. The whole id of a cell that the
  // plan would not have adds it, as [[add]] does.
  std::string select;
};

// The same for equal arguments. Throws InputError: no feasible cell, nothing selected, too many
// cells, a bad selection.
Plan plan(const Matrix& matrix, const Machine& machine, const PlanOptions& options = {});

// What the cells with these ids cover: those that ran to a verdict, never those planned.
Coverage coverage(const Plan& plan, const std::set<std::string>& ids);

}  // namespace gridlock::matrix
