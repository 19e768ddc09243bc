// Makes a complete array smaller: removes the least needed row, lets the local search cover the
// lost tuples, and repeats that as long as it succeeds.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/feasibility.h"
#include "matrix/covering/goal.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

// Reduces `rows`; the first `fixed` rows stay. Stops at `bound` rows, or after looking at `budget`
// tuples without saving a row, or at four times as many in all.
void reduce(const Goal& goal, Feasibility& feasibility, std::vector<Row>& rows, std::size_t fixed,
            std::size_t bound, std::size_t budget, Random& random);

}  // namespace gridlock::matrix::covering
