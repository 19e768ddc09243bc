// Makes a complete array smaller. Removes the least needed row, lets the local search cover the
// tuples lost with the row, and repeats both steps as long as the local search succeeds.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/feasibility.h"
#include "matrix/covering/goal.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// Reduces `rows` but keeps the first `fixed` rows. Stops at `bound` rows, after examining `budget`
// tuples without saving a row, or after examining 4 * `budget` tuples in total.
void reduce(const Goal& goal, Feasibility& feasibility, std::vector<Row>& rows, std::size_t fixed,
            std::size_t bound, std::size_t budget, Random& random);

}  // namespace gridlock::matrix::covering
