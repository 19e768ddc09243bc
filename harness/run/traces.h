// Torch's structured traces (TORCH_TRACE) of what failed, read by tlparse.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Of each different failure of a cell that compiles, as long as there are few and they fail soon,
// the first cell is trained again with a trace, unless it left one. By its evidence folder: the
// page that tlparse made of it (of the first rank at fault), or the folder with the traces where
// there is no tlparse.
std::map<std::string, std::string> trace_failures(const matrix::Plan& plan,
                                                  const std::vector<verdict::CellRecord>& records,
                                                  const Options& options,
                                                  report::Reporter& listener, double now);

}  // namespace gridlock::run
