// How what happened in a run is put into words, the same words for every reporter that a person
// reads. Where they are drawn is the reporters' matter.
#pragma once

#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/reporter.h"
#include "harness/report/run_state.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

// The color that a verdict is shown in.
Style style_of(const verdict::CellRecord& record);
Style style_of(verdict::Verdict verdict);

// The id, with its repetition where it is not the first: "dense/fp32 #2".
std::string cell_name(const std::string& id, int repetition);

// What will be run, where and how: two or three lines.
std::vector<std::string> start_lines(const matrix::Plan& plan, const RunInfo& info);

// "10 pass, 1 wrong": the verdicts that occur, in the order of the table.
Line counts_line(const Counts& counts);

// One line for a finished cell, and below it what happened where that does not fit beside it.
std::vector<Line> finished_lines(const verdict::CellRecord& record, std::size_t nth,
                                 std::size_t total);

// "rank 2 in compile for 61 s"; "starting" while no rank has said anything.
std::string running_text(const RunningCell& cell, double now);

}  // namespace gridlock::report
