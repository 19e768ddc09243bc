// A lower bound for the number of rows of an array.
//
// If no row can hold two tuples of a set, each tuple needs a row of its own. Such a set is: all
// required tuples of one block; then, of another block, the tuples that occur only in rows to which
// some factor of the first does not apply; and so on. (For cp × backend, cells that are not
// compiled have no backend: the set is the pairs cp × backend and the pairs cp × "not compiled".)
// For strength 2 and above without constraints, the optimum for two-level factors is a bound, too:
// Kleitman and Spencer, "Families of k-independent sets", Discrete Mathematics 6, 1973; Katona,
// "Two applications of Sperner type theorems", Periodica Mathematica Hungarica 3, 1973.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/coverage.h"
#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// Returns the number of rows that any array needs for the tuples that `coverage` does not cover
// yet.
std::size_t lower_bound(const Problem& problem, const Coverage& coverage, Feasibility& feasibility,
                        Random& random);

}  // namespace gridlock::matrix::covering
