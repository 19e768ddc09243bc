// The summary at the end of a run: the outcome, the coverage, the slowest cells; for each failure
// its description, its evidence and the command that runs it again; finally the place of the
// results and, if the run ended early, the command that resumes it.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"

namespace gridlock::report {

// Returns lines of at most text::kPageWidth columns (names and paths are never cut). `out`: the run
// folder, to which paths of evidence are relative.
std::vector<Line> summary_lines(const RunSummary& summary, const std::string& out);

// Returns "812 of 840 pairs (96.6 %)". 100 % means all.
std::string coverage_text(const matrix::Coverage& coverage);

}  // namespace gridlock::report
