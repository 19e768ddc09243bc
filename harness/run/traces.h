// Collects torch's structured traces (TORCH_TRACE) and parses them with tlparse.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Collects the traces of all cells that wrote some. If there are few distinct failures of compiled
// cells, trains the first cell of each of them again to get its trace, provided that it fails soon.
// Returns, by evidence folder, the path of tlparse's page about the first rank at fault, or of the
// folder of traces if tlparse is not installed. Paths are relative to the evidence folder.
// traces.json contains the same paths.
std::map<std::string, std::string> collect_traces(const matrix::Plan& plan,
                                                  const std::vector<verdict::CellRecord>& records,
                                                  const RunOptions& options,
                                                  report::Reporter& listener, double now);

}  // namespace gridlock::run
