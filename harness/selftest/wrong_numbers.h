// Examines planted wrong numerical results: where they begin, and which of the usual checks detect
// them.
#pragma once

#include <string>
#include <vector>

#include "golden/tensor_trace.h"
#include "harness/verdict/record.h"

namespace gridlock::selftest {

struct WrongNumbers {
  std::string at;          // "forward: loss in step 1"; "" = nowhere
  std::vector<int> ranks;  // ranks with wrong results at `at`, sorted
  // Whether each check of golden::usual_checks() detects the wrong results.
  std::vector<bool> usual;
};

struct TracedCell {
  const verdict::CellRecord& record;
  std::filesystem::path trace;  // the folder
};

// Compares the two cells. If `exact`, every difference counts.
WrongNumbers examine(const TracedCell& wrong, const TracedCell& right, bool exact);

}  // namespace gridlock::selftest
