// Formats the causes of a run's failures, which matrix/causes finds.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/verdict/record.h"
#include "matrix/causes/causes.h"

namespace gridlock::report {

// Returns an observation for each cell that ran to a verdict, with the failures and passes of its
// repetitions. An expected failure is a failure.
std::vector<matrix::causes::Observation> observations_of(
    const std::vector<verdict::CellRecord>& records);

// For each cause, returns a headline such as "6 failures with one cause: cp > 1 & !load_balance",
// other explanations of the results, conditions that all its cells have, the verdicts, the smallest
// failing cell, the nearest passing cell, and cells that passed although the cause holds.
std::vector<Line> cause_lines(const std::vector<verdict::CellRecord>& records,
                              const std::vector<matrix::causes::Observation>& observations,
                              const matrix::causes::Explanation& explanation);

// Returns the number of each verdict among `cells`, such as "3 deadlock, 1 crash".
std::string verdicts_text(const std::vector<verdict::CellRecord>& records,
                          const std::vector<matrix::causes::Observation>& observations,
                          const std::vector<std::size_t>& cells);

}  // namespace gridlock::report
