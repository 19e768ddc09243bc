// Finds the causes of failures. A cause is a minimal conjunction of conditions that holds for
// failing cells and, apart from flaky results, for no passing cell. The failing cells may have
// different verdicts. The search only reads results and starts no processes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "matrix/causes/table.h"

namespace gridlock::matrix::causes {

// One cause. All indices are indices into the observations that explain() got, one for each cell.
struct Cause {
  Conjunction conjunction;
  std::vector<Conjunction> alternatives;  // conjunctions that explain the results equally well
  // Conditions that hold for all finished cells of the cause, although the conjunction does not
  // name them: the results do not show whether they matter.
  std::vector<Condition> always;
  std::vector<std::size_t> failures;  // cells that failed, which the cause explains, smallest first
  std::vector<std::size_t> passes;    // cells that passed at least once although the cause holds
  // The passing cell that differs in the fewest axes from the smallest failing cell; -1 if no cell
  // passed.
  std::ptrdiff_t nearest_pass = -1;
};

struct Explanation {
  std::vector<Cause> causes;             // in descending order of failures
  std::vector<std::size_t> unexplained;  // cells that failed and have no cause
};

// Finds the causes of the failures. A cause must explain more failures than chance would, so a
// single failure stays unexplained. Takes milliseconds for hundreds of cells.
Explanation explain(const std::vector<Observation>& observations);

// The cell to train next.
struct Question {
  std::ptrdiff_t open = -1;   // index of a cell without a result, or
  std::ptrdiff_t again = -1;  // index of the observation of a cell to train once more

  explicit operator bool() const { return open >= 0 || again >= 0; }
};

// Returns the cell whose result tells most. First come cells whose only result contradicts the
// likeliest causes, because such a result may be chance. Then comes the cell, open or finished,
// that best distinguishes between the conjunctions that are still possible causes; of equally good
// cells the smallest. Last come failures without a cause. Returns an empty question if no result
// would change the explanation.
Question next_question(const std::vector<Observation>& observations, const std::vector<Cell>& open);

// Returns a key that orders cells by cost on the standard axes, then by the cells' numeric values.
double size_of(const Cell& cell);

}  // namespace gridlock::matrix::causes
