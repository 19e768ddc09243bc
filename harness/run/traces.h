// Collects torch's structured traces (TORCH_TRACE) and parses them with tlparse.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Collects the traces of all cells that wrote any. If compiled cells have few distinct failures,
// trains the first cell of each failure again to get its trace, unless the cell took long to fail.
// Returns, by evidence folder, the path of tlparse's page about the first rank at fault, or of the
// folder of traces if tlparse is not installed. Paths are relative to the evidence folder. Writes
// the same paths to traces.json.
std::map<std::string, std::string> collect_traces(const matrix::Plan& plan,
                                                  const std::vector<verdict::CellRecord>& records,
                                                  const RunOptions& options,
                                                  report::Reporter& listener, double now);

}  // namespace gridlock::run
