// Constructs covering arrays of strength 2 that grow from one row, the starter.
//
// f of the v values are fixed, and the other values are the integers modulo g = v - f. The starter
// has k entries. The construction shifts the starter cyclically in all k ways and adds each of the
// g integers to the entries that are not fixed, which gives k·g rows. These rows contain every pair
// except the pairs of two fixed values if two conditions hold for each distance d. First, the pairs
// of entries at distance d have every difference modulo g. Second, every fixed value occurs both
// before and after some integer at distance d. An array of f values for the same columns contains
// the remaining pairs.
//
// The starter is found by simulated annealing. After Meagher and Stevens, "Group construction of
// covering arrays", Journal of Combinatorial Designs 13, 2005; Lobb, Colbourn, Danziger, Stevens,
// Torres-Jimenez, "Cover starters for covering arrays of strength two", Discrete Mathematics 312,
// 2012.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

// Returns an array of `levels` values in `columns` columns with fewer than `limit` rows, or an
// empty array if the search finds none. Deterministic.
std::vector<Row> cyclic_array(int columns, int levels, std::size_t limit);

}  // namespace gridlock::matrix::covering
