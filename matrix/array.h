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

// Returns cells that cover the space. For strength 0, returns every feasible cell. Avoids values
// that this machine cannot run and values that the matrix calls rare: a cell with such a value is
// added only after cells without such values cover everything else.
CoveringCells covering_cells(const Space& space, int strength, std::int64_t seed);

}  // namespace gridlock::matrix
