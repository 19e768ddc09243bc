// Published reducers, for comparison: they get the same pieces, the same oracle and a cache.
//
// - ddmin: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
//   Transactions on Software Engineering 28, 2002.
// - HDD: Misherghi and Su, "HDD: Hierarchical Delta Debugging", ICSE 2006; ddmin level by level.
// - ProbDD: Wang et al., "Probabilistic Delta Debugging", ESEC/FSE 2021.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "minimizer/forest.h"
#include "minimizer/oracle.h"
#include "minimizer/testing/mock_problem.h"

namespace gridlock::minimizer::testing {

// Returns whether the failure stays without these items.
using StillFails = std::function<bool(const std::vector<int>& dropped)>;

// Each returns the items that stay.
std::vector<int> ddmin(const std::vector<int>& items, const StillFails& test);
std::vector<int> prob_dd(const std::vector<int>& items, const StillFails& test);

struct Reduced {
  Candidate best;
  int asked = 0;
};

// Reduces `mock` by `method`: "ddmin", "HDD" or "ProbDD". Runs one pass after the other: the first
// alternative of all pieces, then the second one of those that stay, and so on.
Reduced reduce_by(const std::string& method, const MockProblem& mock, Oracle& oracle);

}  // namespace gridlock::minimizer::testing
