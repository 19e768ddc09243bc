// Covering arrays of strength 2 that grow from one row, the starter.
//
// f of the v values are fixed, and the others are the numbers modulo g = v - f. The rows are the
// starter, shifted cyclically in all k ways and with each of the g numbers added to its entries
// that are not fixed: k·g rows. They hold every pair except those of two fixed values if, for each
// distance d, the pairs of entries d apart have every difference modulo g, and have every fixed
// value both before and after some number. An array of f values for the same columns holds the
// remaining pairs. The starter is found by simulated annealing. After Meagher and Stevens, "Group
// construction of covering arrays", Journal of Combinatorial Designs 13, 2005; Lobb, Colbourn,
// Danziger, Stevens, Torres-Jimenez, "Cover starters for covering arrays of strength two", Discrete
// Mathematics 312, 2012.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

// Returns an array of `levels` values in `columns` columns with fewer than `limit` rows, or no
// rows. Deterministic.
std::vector<Row> cyclic_array(int columns, int levels, std::size_t limit);

}  // namespace gridlock::matrix::covering
