// The rows of a space that a matrix's strength asks for.
#pragma once

#include <vector>

#include "matrix/plan.h"
#include "matrix/space.h"

namespace gridlock::matrix {

struct CoveringCells {
  std::vector<Cell> cells;
  CoverageGoal goal;
};

// Strength 0: every feasible cell. Values that this machine cannot run, and then rare ones, come
// only into the cells that remain to be added once everything else is covered without them.
CoveringCells covering_cells(const Space& space, int strength, std::int64_t seed);

}  // namespace gridlock::matrix
