// The words for the events of a run, the same for every reporter that a person reads. The reporters
// decide where to draw them.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"
#include "harness/report/run_state.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

// Return the color for a verdict.
Style style_of(const verdict::CellRecord& record);
Style style_of(verdict::Verdict verdict);

// Returns the id, with the number of a repetition after the first: "dense/fp32 #2".
std::string cell_name(const std::string& id, int repetition);

// Returns what will be run, where and how, in two or three lines, then warnings.
std::vector<std::string> start_lines(const matrix::Plan& plan, const RunInfo& info);

// Returns "10 pass, 1 wrong": the verdicts that occur, in the order of the table.
Line counts_line(const Counts& counts);

// Returns one line for a finished cell, and further lines for a description that does not fit
// beside it.
std::vector<Line> finished_lines(const verdict::CellRecord& record, std::size_t nth,
                                 std::size_t total);

// Returns "rank 2 in compile for 61 s"; "starting" before any rank has reported, "ending" after all
// are done.
std::string running_text(const RunningCell& cell, double now);

}  // namespace gridlock::report
