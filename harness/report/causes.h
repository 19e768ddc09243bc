// Describes why cells of a run failed (matrix/causes).
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/verdict/record.h"
#include "matrix/causes/causes.h"

namespace gridlock::report {

// Converts records for the search for causes: each cell that ran to a verdict, once. A cell failed
// if any of its repetitions did, expected or not.
std::vector<matrix::causes::Observation> observations_of(
    const std::vector<verdict::CellRecord>& records);

// Returns "6 failures, one cause: cp > 1 & !load_balance", followed by the verdicts, the smallest
// failing and the nearest passing cell, and other explanations of the results.
std::vector<Line> cause_lines(const std::vector<verdict::CellRecord>& records,
                              const std::vector<matrix::causes::Observation>& observations,
                              const matrix::causes::Explanation& explanation);

// Returns "3 deadlock, 1 crash" for these cells.
std::string verdicts_text(const std::vector<verdict::CellRecord>& records,
                          const std::vector<matrix::causes::Observation>& observations,
                          const std::vector<std::size_t>& cells);

}  // namespace gridlock::report
