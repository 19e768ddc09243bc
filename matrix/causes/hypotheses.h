// Lists conjunctions of conditions that could be the cause of some failures, with their
// likelihoods.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/causes/table.h"

namespace gridlock::matrix::causes {

struct Hypothesis {
  std::vector<std::size_t> columns;
  std::size_t failures = 0;  // count of the given failures that the hypothesis explains
  std::size_t passes = 0;    // count of cells that passed although the hypothesis holds
  double score = 0;          // log likelihood, relative to failures without a common cause
};

// Returns conjunctions of up to six conditions that explain `failures` and should not hold for
// `passes`, the likeliest first. Leaves out conjunctions that are more than a thousand times less
// likely than the first, and those with a condition that excludes no pass. The score rewards each
// explained failure, and failures that look alike (kinds.h), and penalizes long conjunctions. A
// failure for which the conjunction does not hold, or a pass for which it holds, counts as a chance
// result, which has a probability of one in a hundred. Where a cell has failed more than
// once and passed, its cause may instead let half of the runs pass.
std::vector<Hypothesis> find_hypotheses(const Table& table, const Bits& failures,
                                        const Bits& passes);

// Returns only conjunctions that hold for this observation.
std::vector<Hypothesis> find_hypotheses_of(const Table& table, const Bits& failures,
                                           const Bits& passes, std::size_t observation);

// Returns the hypothesis with one further condition, for each condition that excludes neither a
// failure nor a pass: the results do not show whether the cause needs it.
std::vector<Hypothesis> narrowed(const Table& table, const Hypothesis& hypothesis,
                                 const Bits& failures, const Bits& passes);

// Returns a score that no hypothesis for these failures exceeds.
double most_of(const Table& table, const Bits& failures);

// Returns the score of a hypothesis for these failures and passes.
double score_of(const Table& table, const Hypothesis& hypothesis, Bits failures, Bits passes);

Conjunction conjunction_of(const Table& table, const Hypothesis& hypothesis);

// Both functions return cells for which the hypothesis holds: finished_with() the finished cells,
// open_with() the cells without a result.
Bits finished_with(const Table& table, const Hypothesis& hypothesis);
Bits open_with(const Table& table, const Hypothesis& hypothesis);

}  // namespace gridlock::matrix::causes
