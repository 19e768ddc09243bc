// Makes a complete array cheaper: changes rows until expensive values are in as few rows, and in as
// cheap ones, as the tuples to be covered allow.
//
// The method is record-to-record travel: one row takes another value, or two rows exchange some,
// and a broken constraint is repaired. The change stays unless the array's cost, with a penalty for
// each uncovered tuple, is then too far above the lowest one so far. After Dueck, "New optimization
// heuristics: the great deluge algorithm and the record-to-record travel", Journal of Computational
// Physics 104, 1993.
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

// Makes `rows` cheaper. The first `fixed` rows stay. `steps` is the number of changes to try. Some
// rows are added first, and needless ones are removed at the end.
void reduce_cost(const Problem& problem, const Goal& goal, Feasibility& feasibility,
                 std::vector<Row>& rows, std::size_t fixed, std::size_t steps, Random& random);

}  // namespace gridlock::matrix::covering
