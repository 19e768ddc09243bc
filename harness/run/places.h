// Finds where the wrong numbers of a run begin, for the failures that it reports.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Locates wrong numbers in the first cell of each different failure, for a limited number of
// failures. Returns by evidence folder where the numbers begin ("forward: loss in step 1"), or why
// that is unknown. Trains the cell and its partner again with tensor traces, and writes the
// comparison to where.txt in the evidence folder.
std::map<std::string, std::string> find_places(const matrix::Plan& plan,
                                               const std::vector<verdict::CellRecord>& records,
                                               const RunOptions& options,
                                               report::Reporter& listener, double now);

}  // namespace gridlock::run
