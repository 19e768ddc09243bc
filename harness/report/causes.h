// Why cells of a run failed (matrix/causes), in words.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/verdict/record.h"
#include "matrix/causes/causes.h"

namespace gridlock::report {

// Records as the search for causes reads them: each cell that ran to a verdict, once. It failed if
// any of its repetitions did, expected or not.
std::vector<matrix::causes::Observation> observations_of(
    const std::vector<verdict::CellRecord>& records);

// "6 failures, one cause: cp > 1 & !load_balance", and below it verdicts, the smallest failing and
// the nearest passing cell, and what would explain the results as well.
std::vector<Line> cause_lines(const std::vector<verdict::CellRecord>& records,
                              const std::vector<matrix::causes::Observation>& observations,
                              const matrix::causes::Explanation& explanation);

// "3 deadlock, 1 crash": of these cells.
std::string verdicts_text(const std::vector<verdict::CellRecord>& records,
                          const std::vector<matrix::causes::Observation>& observations,
                          const std::vector<std::size_t>& cells);

}  // namespace gridlock::report
