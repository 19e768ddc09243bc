// Torch's structured traces (TORCH_TRACE), read by tlparse.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/reporter.h"
#include "harness/run/run.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Of each cell that left a trace, and of each different failure of a cell that compiles, as long as
// there are few and they fail soon: the first cell is trained again for it. By its evidence folder:
// the page that tlparse made of it (of the first rank at fault), or the folder with the traces
// where there is no tlparse. Both relative to that folder; traces.json has them, too.
std::map<std::string, std::string> traces_of(const matrix::Plan& plan,
                                             const std::vector<verdict::CellRecord>& records,
                                             const Options& options, report::Reporter& listener,
                                             double now);

}  // namespace gridlock::run
