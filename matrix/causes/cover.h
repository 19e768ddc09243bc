// A small set of hypotheses that together explain the failures of a table.
#pragma once

#include <vector>

#include "matrix/causes/hypotheses.h"

namespace gridlock::matrix::causes {

struct CoveringCause {
  std::vector<Hypothesis> hypotheses;  // the likeliest first, which is the cause; never empty
  Bits finished;                       // the finished cells for which the cause holds
};

struct Cover {
  std::vector<CoveringCause> causes;
  Bits unexplained;
};

// Selects causes greedily, then searches again for each cause given the others.
Cover find_cover(const Table& table);

}  // namespace gridlock::matrix::causes
