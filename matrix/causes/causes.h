// Finds the causes of failures. A cause is a smallest conjunction of values that holds for failing
// cells and for no passing cell. The verdicts of the failing cells may differ. The search only
// reads results and starts no processes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "matrix/causes/table.h"

namespace gridlock::matrix::causes {

// One cause. Its indices refer to the observations.
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
  std::vector<std::size_t> unexplained;  // failures that share no cause with others
};

// Explains failures. A cause must explain more failures than chance would. A single failure
// therefore becomes `unexplained` and has no cause. Takes milliseconds for hundreds of cells.
Explanation explain(const std::vector<Observation>& observations);

// Returns the index in `open` of the cell whose result would best distinguish the conjunctions that
// the results so far allow. Prefers the smallest of equally good cells. Returns -1 if no result
// would distinguish any conjunctions.
std::ptrdiff_t most_informative(const std::vector<Observation>& observations,
                                const std::vector<Cell>& open);

// Returns a key that orders cells by cost on the standard axes, then by the cells' numeric values.
double size_of(const Cell& cell);

}  // namespace gridlock::matrix::causes
