// Collects torch's structured traces (TORCH_TRACE), parsed by tlparse.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Collects the traces of all cells that left one. Of each different failure of a cell that
// compiles, it trains the first cell again to get a trace, if there are few such failures and the
// cell fails soon. Returns by evidence folder tlparse's page (of the first rank at fault), or the
// folder with the traces if there is no tlparse; both are relative to the evidence folder.
// traces.json contains them, too.
std::map<std::string, std::string> collect_traces(const matrix::Plan& plan,
                                                  const std::vector<verdict::CellRecord>& records,
                                                  const RunOptions& options,
                                                  report::Reporter& listener, double now);

}  // namespace gridlock::run
