// The tuples that an array must cover.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"
#include "matrix/covering/tuples.h"

namespace gridlock::matrix::covering {

struct Goal {
  Tuples tuples;               // tuples of t values, then shorter tuples if some values are ignored
  std::vector<char> required;  // by tuple: whether it must be covered
  std::size_t t_tuples = 0;    // tuples below this number have exactly t values
  std::size_t feasible = 0;    // t-tuples of applicable values that a valid row contains
  std::size_t infeasible = 0;  // t-tuples of applicable values that no valid row contains
};

// Returns whether value `value` of `factor` means that the axis does not apply.
inline bool is_ignored(const Problem& problem, int factor, int value) {
  return !problem.ignored.empty() && !problem.ignored[factor].empty() &&
         problem.ignored[factor][value] != 0;
}

Goal make_goal(const Problem& problem, Feasibility& feasibility, Random& random);

// Returns, by tuple, whether some completion of the feasibility's state contains the tuple.
// Examines only tuples that are marked in `asked`; all other tuples get 0.
std::vector<char> extendable(const Tuples& tuples, const std::vector<char>& asked,
                             Feasibility& feasibility, Random& random);

}  // namespace gridlock::matrix::covering
