// What is read when a run is over: how it went, what was covered, what was slow, for each failure
// what happened, where the evidence lies and how to run it again; at last where the results are
// and, of a run that ended early, the command that resumes it.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"

namespace gridlock::report {

// Lines of at most text::kPageWidth columns (names and paths are never cut). `out` is the run
// folder, which the paths of evidence are relative to.
std::vector<Line> summary_lines(const RunSummary& summary, const std::string& out);

// "812 of 840 pairs (96.6 %)". 100 % means all.
std::string coverage_text(const matrix::Coverage& coverage);

}  // namespace gridlock::report
