// Makes a complete array cheaper: rows are changed until dear values are in as few rows, and in as
// cheap ones, as the tuples to be covered allow.
//
// Record-to-record travel: one row takes another value, or two rows exchange some, and what breaks
// a constraint is mended; the change stays unless the array's cost, with a fine for each tuple that
// is not covered, is then too far above the lowest one so far. After Dueck, "New optimization
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

// The product of its values' costs.
double cost_of(const Problem& problem, const Row& row);

// The first `fixed` rows stay. `steps`: how many changes are tried. Some rows are added, and those
// that are not needed in the end left out.
void cheapen(const Problem& problem, const Goal& goal, Feasibility& feasibility,
             std::vector<Row>& rows, std::size_t fixed, std::size_t steps, Random& random);

}  // namespace gridlock::matrix::covering
