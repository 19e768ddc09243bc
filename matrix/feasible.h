// Whether a space has any cell at all, and which of its levels are in one.
#pragma once

#include <utility>
#include <vector>

#include "matrix/space.h"

namespace gridlock::matrix {

// Throws InputError where the space is empty: which constraints conflict, the smallest set of them.
void check_feasible(const Space& space, const Matrix& matrix);

// Removes levels that no cell has, together with the rules about them; those that the file lists
// are kept in `space.dead`, with a cell that has the level and the reason why it cannot be.
void remove_dead_levels(Space& space);

// The pairs of values that are together in some cell: of listed values, and of the only value that
// an axis has.
std::vector<std::pair<covering::Literal, covering::Literal>> feasible_pairs(const Space& space);

}  // namespace gridlock::matrix
