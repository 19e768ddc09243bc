// Of wrong numbers that a trial has planted: where they begin, and who else would have seen them.
#pragma once

#include <string>
#include <vector>

#include "golden/taps.h"
#include "harness/verdict/record.h"

namespace gridlock::cli {

struct WrongNumbers {
  std::string at;          // "forward: loss in step 1"; "" = nowhere
  std::vector<int> ranks;  // that hold what is wrong there, sorted
  // For each of golden::usual_checks(), whether it sees that something is wrong.
  std::vector<bool> usual;
};

struct TappedCell {
  const verdict::CellRecord& record;
  std::filesystem::path taps;  // the folder
};

// `exact`: every difference counts.
WrongNumbers examine(const TappedCell& wrong, const TappedCell& right, bool exact);

}  // namespace gridlock::cli
