// Checks whether a space has any feasible cell, and which of the space's levels occur in a feasible
// cell.
#pragma once

#include <utility>
#include <vector>

#include "matrix/space.h"

namespace gridlock::matrix {

// Throws InputError if the space is empty, with the smallest set of conflicting constraints.
void check_feasible(const Space& space, const Matrix& matrix);

// Removes levels that no feasible cell has, together with the rules about these levels. A removed
// level that the file lists is recorded in `space.infeasible`, with a cell that has the
// level and the reason why that cell is infeasible.
void remove_infeasible_levels(Space& space);

// Returns the pairs of values that occur together in some feasible cell. Considers the values that
// the file lists. For an axis with a single value, considers that value.
std::vector<std::pair<covering::Literal, covering::Literal>> feasible_pairs(const Space& space);

}  // namespace gridlock::matrix
