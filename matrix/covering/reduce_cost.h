// Makes a complete array cheaper. Moves expensive values into few rows with otherwise cheap values,
// as far as the required tuples allow.
//
// The method is record-to-record travel. One row takes another value, or two rows exchange some
// values, and a broken constraint is repaired. The change is kept unless the new cost of the array,
// with a penalty for each uncovered tuple, is too far above the lowest cost so far. After Dueck,
// "New optimization heuristics: the great deluge algorithm and the record-to-record travel",
// Journal of Computational Physics 104, 1993.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/feasibility.h"
#include "matrix/covering/goal.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// Returns the product of the row's value costs.
double cost_of(const Problem& problem, const Row& row);

// Makes `rows` cheaper but keeps the first `fixed` rows. `steps` is the number of changes to try.
// Some rows are added first, and rows that are not needed are removed at the end.
void reduce_cost(const Problem& problem, const Goal& goal, Feasibility& feasibility,
                 std::vector<Row>& rows, std::size_t fixed, std::size_t steps, Random& random);

}  // namespace gridlock::matrix::covering
