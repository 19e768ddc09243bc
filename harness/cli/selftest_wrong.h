// Examines planted wrong numbers: where they begin, and which usual checks detect them.
#pragma once

#include <string>
#include <vector>

#include "golden/tensor_trace.h"
#include "harness/verdict/record.h"

namespace gridlock::cli {

struct WrongNumbers {
  std::string at;          // "forward: loss in step 1"; "" = nowhere
  std::vector<int> ranks;  // that hold the wrong numbers there, sorted
  // For each of golden::usual_checks(), whether it detects the wrong numbers.
  std::vector<bool> usual;
};

struct TracedCell {
  const verdict::CellRecord& record;
  std::filesystem::path trace;  // the folder
};

// `exact`: every difference counts.
WrongNumbers examine(const TracedCell& wrong, const TracedCell& right, bool exact);

}  // namespace gridlock::cli
