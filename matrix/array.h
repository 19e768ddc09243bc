// Selects the rows of a space that a matrix's strength asks for.
#pragma once

#include <vector>

#include "matrix/plan.h"
#include "matrix/space.h"

namespace gridlock::matrix {

struct CoveringCells {
  std::vector<Cell> cells;
  CoverageGoal goal;
};

// Returns cells that cover the space; strength 0 gives every feasible cell. Values that this
// machine cannot run, and rare ones, appear only in the cells that are added after everything else
// is covered without them.
CoveringCells covering_cells(const Space& space, int strength, std::int64_t seed);

}  // namespace gridlock::matrix
