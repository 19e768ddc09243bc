// Covers the uncovered tuples, one row at a time. Each candidate row starts with an uncovered
// tuple. Each remaining factor then takes the value that covers the most tuples. The best candidate
// becomes a row. After Cohen, Dalal, Fredman, Patton, "The AETG system", IEEE TSE 23(7), 1997.
#pragma once

#include <vector>

#include "matrix/covering/coverage.h"
#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// Adds rows to `rows` and to `coverage` until the coverage is complete.
void add_greedy_rows(Feasibility& feasibility, Coverage& coverage, std::vector<Row>& rows,
                     Random& random);

}  // namespace gridlock::matrix::covering
