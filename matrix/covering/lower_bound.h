// Computes a lower bound for the number of rows of an array.
//
// If no row can contain two tuples of a set, each tuple of the set needs a separate row. Such a set
// starts with all required tuples of one block. A second block adds the tuples that occur only in
// rows to which some factor of the first block does not apply, and so on. For example, cells that
// are not compiled have no backend, so one set consists of the pairs cp × backend and the pairs cp
// × "not compiled".
//
// A second bound holds for strength 2 and above without constraints. It is the optimum for factors
// with two levels: Kleitman and Spencer, "Families of k-independent sets", Discrete Mathematics 6,
// 1973; Katona, "Two applications of Sperner type theorems", Periodica Mathematica Hungarica 3,
// 1973.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/coverage.h"
#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// Returns a lower bound for the number of rows that must be added to complete `coverage`.
std::size_t lower_bound(const Problem& problem, const Coverage& coverage, Feasibility& feasibility,
                        Random& random);

}  // namespace gridlock::matrix::covering
