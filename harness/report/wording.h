// The text for the events of a run, shared by all reporters that write for users. The reporters
// decide where to draw the text.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"
#include "harness/report/run_state.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

// Return the style (color) for a verdict.
Style style_of(const verdict::CellRecord& record);
Style style_of(verdict::Verdict verdict);

// Returns the id. For a repetition after the first, appends the repetition number, such as
// "dense/fp32 #2".
std::string cell_name(const std::string& id, int repetition);

// Describes what will be run, where and how, in two or three lines, followed by warnings.
std::vector<std::string> start_lines(const matrix::Plan& plan, const RunInfo& info);

// Returns the verdicts that occur, in the order of verdict::kVerdicts, such as "10 pass, 1 wrong".
Line counts_line(const Counts& counts);

// Returns one line for a finished cell, and further lines if the description does not fit on the
// first line.
std::vector<Line> finished_lines(const verdict::CellRecord& record, std::size_t nth,
                                 std::size_t total);

// Describes the slowest rank, such as "rank 2 in compile for 61 s". Returns "starting" before any
// rank has reported a phase, and "ending" after all ranks are done.
std::string running_text(const RunningCell& cell, double now);

}  // namespace gridlock::report
