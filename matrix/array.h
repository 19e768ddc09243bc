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

// Returns cells that cover the space; for strength 0, returns every feasible cell. Two kinds of
// values, those that this machine cannot run and rare ones, are avoided first: cells with such
// values are added only after cells without such values cover everything else.
CoveringCells covering_cells(const Space& space, int strength, std::int64_t seed);

}  // namespace gridlock::matrix
