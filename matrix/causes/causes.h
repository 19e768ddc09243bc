// Finds the causes of failures: the smallest conjunctions of values that hold for failing cells and
// for no passing one, whatever the verdicts were. Pure: reads results, starts nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "matrix/causes/table.h"

namespace gridlock::matrix::causes {

// Indices refer to the observations.
struct Cause {
  Conjunction conjunction;
  std::vector<Conjunction> alternatives;  // conjunctions that explain the results equally well
  std::vector<std::size_t> failures;      // failures that it explains, smallest cell first
  std::vector<std::size_t> passes;        // cells that passed although it holds: flaky
  // The passing cell that differs in the fewest axes from the smallest failing one; -1: no cell
  // passed.
  std::ptrdiff_t nearest_pass = -1;
};

struct Explanation {
  std::vector<Cause> causes;             // in descending order of failures
  std::vector<std::size_t> unexplained;  // failures that share no cause with others
};

// Explains failures. A cause must explain more failures than chance would; a single failure is
// `unexplained`, not a cause of its own. Takes milliseconds for hundreds of cells.
Explanation explain(const std::vector<Observation>& observations);

// Returns the cell of `open` whose result decides most between the conjunctions that the results so
// far leave possible; the smallest of equally good ones; -1 if no result would decide anything.
std::ptrdiff_t most_informative(const std::vector<Observation>& observations,
                                const std::vector<Cell>& open);

// Orders cells by their cost on the standard axes, then by their numbers.
double size_of(const Cell& cell);

}  // namespace gridlock::matrix::causes
