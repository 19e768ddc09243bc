// How few rows an array can have.
//
// Tuples that no row can hold two of need a row each. Such a set is: all required tuples of one
// block; then, of another block, those tuples that are only in rows where some factor of the first
// does not apply; and so on. (For cp × backend, where nothing is compiled there is no backend: the
// pairs cp × backend, and the pairs cp × "not compiled".) For strength 2 and above without
// constraints, the optimum for two-level factors is a bound, too: Kleitman and Spencer, "Families
// of k-independent sets", Discrete Mathematics 6, 1973; Katona, "Two applications of Sperner type
// theorems", Periodica Mathematica Hungarica 3, 1973.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/coverage.h"
#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// The rows that any array needs for what `coverage` does not cover yet.
std::size_t lower_bound(const Problem& problem, const Coverage& coverage, Feasibility& feasibility,
                        Random& random);

}  // namespace gridlock::matrix::covering
