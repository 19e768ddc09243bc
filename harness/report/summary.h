// The summary at the end of a run. The summary contains the outcome, the coverage and the slowest
// cells; for each failure a description, the evidence folder and the command that runs the cell
// again; and finally the results folder and, if the run ended early, the command that resumes the
// run.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"

namespace gridlock::report {

// Returns lines of at most text::kPageWidth columns, except that names and paths are never
// truncated. `out` is the run folder, to which the paths of evidence are relative.
std::vector<Line> summary_lines(const RunSummary& summary, const std::string& out);

// Returns text such as "812 of 840 pairs (96.6 %)". 100 % is shown only for full coverage.
std::string coverage_text(const matrix::Coverage& coverage);

}  // namespace gridlock::report
