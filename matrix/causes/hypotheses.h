// Every conjunction of conditions that could be the cause of some failures, with how likely it is.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/causes/table.h"

namespace gridlock::matrix::causes {

struct Hypothesis {
  std::vector<std::size_t> columns;
  std::size_t failures = 0;  // of those to be explained, how many it explains
  std::size_t passes = 0;    // cells that passed although it holds
  double score = 0;          // natural logarithm; 0: as likely as failures without a common cause
};

// Conjunctions of up to four conditions for the failures among `failures`, none of which should
// hold for `passes`; the likeliest first. Those a thousand times less likely than the first are
// left out. The score weighs what a conjunction explains against what it takes to say it: each
// failure that it leaves out, and each pass that it includes, counts as one flaky result in a
// hundred.
std::vector<Hypothesis> find_hypotheses(const Table& table, const Bits& failures,
                                        const Bits& passes);

Conjunction conjunction_of(const Table& table, const Hypothesis& hypothesis);

// The finished cells for which it holds; `open`: the open ones.
Bits finished_with(const Table& table, const Hypothesis& hypothesis);
Bits open_with(const Table& table, const Hypothesis& hypothesis);

}  // namespace gridlock::matrix::causes
