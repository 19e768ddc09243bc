// The text for the events of a run. All reporters for people use this text, and each decides where
// to draw it.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"
#include "harness/report/run_state.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

// Returns the style (color) for a verdict.
Style style_of(const verdict::CellRecord& record);
Style style_of(verdict::Verdict verdict);

// Returns the id of the cell. From the second repetition on, the number of the repetition follows,
// as in "dense/fp32 #2".
std::string cell_name(const std::string& id, int repetition);

// Returns two or three lines about what will run, where and how, followed by warnings.
std::vector<std::string> start_lines(const matrix::Plan& plan, const RunInfo& info);

// Returns the verdicts that occur, in the order of verdict::kVerdicts, such as "10 pass, 1 wrong".
Line counts_line(const Counts& counts);

// Returns a line about a finished cell, and further lines if the description does not fit on the
// first one.
std::vector<Line> finished_lines(const verdict::CellRecord& record, std::size_t nth,
                                 std::size_t total);

// Returns text about the slowest rank, such as "rank 2 in compile for 61 s". Returns "starting"
// until a rank has reported a phase, and "ending" after all ranks are done.
std::string running_text(const RunningCell& cell, double now);

}  // namespace gridlock::report
