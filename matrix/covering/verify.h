// An independent judge of covering arrays: brute force, sharing no code with the generator.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

struct Verification {
  std::vector<std::string> faults;  // what is wrong with the array, a line each
  std::size_t feasible = 0;         // t-tuples of values that apply, as counted here
  std::size_t infeasible = 0;
};

// Checks that all rows are valid and that they begin with the seed rows; that every feasible tuple
// of up to t values that apply is in some row; and the counts of the array. For strength 1 to 6.
Verification verify(const Problem& problem, const Array& array);

}  // namespace gridlock::matrix::covering
