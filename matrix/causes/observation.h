// The input of the search for causes.
#pragma once

#include <string>

#include "matrix/cell.h"

namespace gridlock::matrix::causes {

// A finished cell and its results. A cell may have run several times.
struct Observation {
  Cell cell;
  int failures = 0;            // runs that failed
  int passes = 0;              // runs that passed
  std::string verdict = {};    // of the first failure, such as "crash"
  std::string signature = {};  // of the first failure: equal for failures that look the same
  bool can_run_again = true;   // on this machine, with this matrix

  bool failed() const { return failures > 0; }
};

}  // namespace gridlock::matrix::causes
