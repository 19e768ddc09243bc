// Why cells failed: the smallest conjunctions of values that hold for failing cells and for no
// passing one, whatever the verdicts were. Pure: reads results, starts nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "matrix/causes/table.h"

namespace gridlock::matrix::causes {

// Indices are those of the observations.
struct Cause {
  Conjunction conjunction;
  std::vector<Conjunction> alternatives;  // explain the results equally well
  std::vector<std::size_t> failures;      // that it explains, smallest cell first
  std::vector<std::size_t> passes;        // passed although it holds: flaky
  // The passing cell that differs in the fewest axes from the smallest failing one; -1: none
  // passed.
  std::ptrdiff_t nearest_pass = -1;
};

struct Explanation {
  std::vector<Cause> causes;             // those of most failures first
  std::vector<std::size_t> unexplained;  // failures that share no cause with others
};

// A cause has to explain more failures than chance would: a failure that stands alone is
// `unexplained`, not a cause of its own. Milliseconds for hundreds of cells.
Explanation explain(const std::vector<Observation>& observations);

// The cell of `open` whose result tells most about what the results so far leave undecided: which
// of several conjunctions is the cause. Of equally good ones the smallest. -1 where none tells
// anything.
std::ptrdiff_t most_telling(const std::vector<Observation>& observations,
                            const std::vector<Cell>& open);

// Orders cells by how long they take, as far as the standard axes say, then by their numbers.
double size_of(const Cell& cell);

}  // namespace gridlock::matrix::causes
