// Covers what is uncovered, one row at a time: of several candidate rows, each grown around an
// uncovered tuple by taking for one factor after another the value that covers most, the best one
// is kept. After Cohen, Dalal, Fredman, Patton, "The AETG system", IEEE TSE 23(7), 1997.
#pragma once

#include <vector>

#include "matrix/covering/coverage.h"
#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// Adds rows to `rows` and to `coverage` until that is complete.
void add_greedy_rows(Feasibility& feasibility, Coverage& coverage, std::vector<Row>& rows,
                     Random& random);

}  // namespace gridlock::matrix::covering
