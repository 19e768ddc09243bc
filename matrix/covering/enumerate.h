// Lists every valid row: the array for strength 0.
#pragma once

#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

// Returns the seed rows, then all other valid rows in lexicographic order. The array's tuples are
// whole rows, so each tuple is infeasible or covered. Throws std::length_error if there are more
// than 1e6 rows.
Array enumerate(const Problem& problem, Feasibility& feasibility);

}  // namespace gridlock::matrix::covering
