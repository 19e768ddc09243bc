// Finds where the wrong numerical results of a run's failures begin.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Trains the first cell of each distinct failure again, together with its partner and with tensor
// traces. The number of failures is limited. Writes each comparison to where.txt in the evidence
// folder. Returns, by evidence folder, where the wrong results begin (such as "forward: loss in
// step 1") or why this is unknown.
std::map<std::string, std::string> find_places(const matrix::Plan& plan,
                                               const std::vector<verdict::CellRecord>& records,
                                               const RunOptions& options,
                                               report::Reporter& listener, double now);

}  // namespace gridlock::run
