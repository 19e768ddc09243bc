// A small set of hypotheses that together explain the failures of a table.
#pragma once

#include <vector>

#include "matrix/causes/hypotheses.h"

namespace gridlock::matrix::causes {

struct CoveringCause {
  std::vector<Hypothesis> hypotheses;  // the cause, then others, likeliest first; not empty
  Bits finished;                       // the finished cells for which the cause holds
};

struct Cover {
  std::vector<CoveringCause> causes;
  Bits unexplained;
};

// Returns `rows` without those for which a cause holds. Ignores the cause at index `except`.
Bits left_by(const std::vector<CoveringCause>& causes, Bits rows, std::size_t except);

// Selects causes greedily, then repeats the search for each cause with the other causes fixed.
// Begins with all failures, and with the failures of each kind, and returns the likeliest result.
Cover find_cover(const Table& table);

}  // namespace gridlock::matrix::causes
