// Rejects a problem that breaks the rules of problem.h.
#pragma once

#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

// Throws std::invalid_argument if the problem contains an invalid count or index. Must be called
// before anything else reads the problem.
void check_numbers(const Problem& problem);

// Throws std::invalid_argument for an invalid seed row.
void check_seed_rows(const Problem& problem, const Feasibility& feasibility);

}  // namespace gridlock::matrix::covering
