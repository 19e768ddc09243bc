// Selects cells from a space until they cover every combination that the matrix's strength
// requires.
#pragma once

#include <vector>

#include "matrix/plan.h"
#include "matrix/space.h"

namespace gridlock::matrix {

struct CoveringCells {
  std::vector<Cell> cells;
  CoverageGoal goal;
};

// Returns cells that together contain every feasible combination of `strength` values. For strength
// 0, returns every feasible cell. A cell with a rare value, or with a value that this machine
// cannot run, is added only for combinations that cells without such values cannot contain.
CoveringCells covering_cells(const Space& space, int strength, std::int64_t seed);

}  // namespace gridlock::matrix
