// Finds the causes of failures. A cause is a minimal conjunction of conditions that holds for
// failing cells and, apart from flaky results, for no passing cell. The failing cells may have
// different verdicts. The search only reads results and starts no processes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "matrix/causes/table.h"

namespace gridlock::matrix::causes {

// One cause. All indices are indices into the observations that explain() got.
struct Cause {
  Conjunction conjunction;
  std::vector<Conjunction> alternatives;  // conjunctions that explain the results equally well
  std::vector<std::size_t> failures;      // failures that the cause explains, smallest cell first
  std::vector<std::size_t> passes;        // cells that passed although the cause holds (flaky)
  // The passing cell that differs in the fewest axes from the smallest failing cell; -1 if no cell
  // passed.
  std::ptrdiff_t nearest_pass = -1;
};

struct Explanation {
  std::vector<Cause> causes;             // in descending order of failures
  std::vector<std::size_t> unexplained;  // failures without a cause
};

// Finds the causes of the failures. A cause must explain more failures than chance would, so a
// single failure stays unexplained. Takes milliseconds for hundreds of cells.
Explanation explain(const std::vector<Observation>& observations);

// Returns the index in `open` of the cell to train next. The result of this cell best distinguishes
// between the conjunctions that are still possible causes. Prefers the smallest of equally good
// cells. Returns -1 if no result would distinguish any conjunctions.
std::ptrdiff_t most_informative(const std::vector<Observation>& observations,
                                const std::vector<Cell>& open);

// Returns a key that orders cells by cost on the standard axes, then by the cells' numeric values.
double size_of(const Cell& cell);

}  // namespace gridlock::matrix::causes
