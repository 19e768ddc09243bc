// A small set of hypotheses that together explain the failures of a table.
#pragma once

#include <vector>

#include "matrix/causes/hypotheses.h"

namespace gridlock::matrix::causes {

struct CoveringCause {
  std::vector<Hypothesis> hypotheses;  // the likeliest first: the cause; never empty
  Bits finished;                       // the finished cells for which the cause holds
};

struct Cover {
  std::vector<CoveringCause> causes;
  Bits unexplained;
};

// Greedy, then each cause is looked for again given the others.
Cover find_cover(const Table& table);

}  // namespace gridlock::matrix::causes
