// The summary at the end of a run. It has the outcome, the coverage and the slowest cells. For each
// failure it has a description, the evidence folder and the command that runs the cell again. It
// ends with the results folder and, if the run ended early, with the command that resumes the run.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"

namespace gridlock::report {

// Returns the lines of the summary. They have at most text::kPageWidth columns, except that names
// and paths are never cut. `out` is the run folder, to which the paths of evidence are relative.
std::vector<Line> summary_lines(const RunSummary& summary, const std::string& out);

// Returns the line with the outcome, such as "FAILED: 2 of 37 cells not as expected, in 3 min 05
// s".
Line headline(const RunSummary& summary);

// Returns the failures in groups with the same description. The groups are in the order of their
// first cells.
std::vector<std::vector<const verdict::CellRecord*>> failures_alike(const RunSummary& summary);

// Returns text such as "812 of 840 pairs (96.6 %)". It says 100 % only for full coverage.
std::string coverage_text(const matrix::Coverage& coverage);

}  // namespace gridlock::report
