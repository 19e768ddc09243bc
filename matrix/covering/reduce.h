// Makes a complete array smaller: takes away the row that is needed least, lets the local search
// cover what is lost, and goes on for as long as that succeeds.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/feasibility.h"
#include "matrix/covering/goal.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// The first `fixed` rows stay. Stops at `bound` rows, or when `budget` tuples have been looked at
// without getting one row fewer, or four times as many in all.
void reduce(const Goal& goal, Feasibility& feasibility, std::vector<Row>& rows, std::size_t fixed,
            std::size_t bound, std::size_t budget, Random& random);

}  // namespace gridlock::matrix::covering
