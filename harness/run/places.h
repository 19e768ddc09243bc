// Where the wrong numbers of a run begin: failures are located as they are reported.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Of each different failure with wrong numbers, as long as there are few, the first cell: by its
// evidence folder, where the numbers begin ("forward: loss in step 1"), or why that is not known.
// Trains the cell and its partner again with taps, and writes what these say into where.txt in the
// evidence folder.
std::map<std::string, std::string> find_places(const matrix::Plan& plan,
                                               const std::vector<verdict::CellRecord>& records,
                                               const Options& options, report::Reporter& listener,
                                               double now);

}  // namespace gridlock::run
