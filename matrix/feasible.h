// Checks whether a space has any cell, and which of its levels occur in one.
#pragma once

#include <utility>
#include <vector>

#include "matrix/space.h"

namespace gridlock::matrix {

// Throws InputError if the space is empty, with the smallest set of conflicting constraints.
void check_feasible(const Space& space, const Matrix& matrix);

// Removes levels that no cell has, together with the rules about them. Removed levels that the file
// lists are kept in `space.infeasible_levels`, with a cell that has the level and the reason why it
// is infeasible.
void remove_infeasible_levels(Space& space);

// Returns the pairs of values that occur together in some cell: listed values, and the values of
// axes that have only one.
std::vector<std::pair<covering::Literal, covering::Literal>> feasible_pairs(const Space& space);

}  // namespace gridlock::matrix
