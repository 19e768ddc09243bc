// An independent verifier of covering arrays: brute force, without code shared with the generator.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

struct Verification {
  std::vector<std::string> faults;  // defects of the array, one line each
  std::size_t feasible = 0;         // t-tuples of applicable values, as the verifier counts
  std::size_t infeasible = 0;
};

// Checks that all rows are valid, that the array begins with the seed rows, and that the array's
// counts are right. Also checks that every feasible tuple of up to t applicable values is in some
// row. The strength must be 1 to 6.
Verification verify(const Problem& problem, const Array& array);

}  // namespace gridlock::matrix::covering
