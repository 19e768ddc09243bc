#include "harness/report/output_lines.h"

#include <fmt/format.h>

#include "harness/report/wording.h"

namespace gridlock::report {

std::vector<Line> OutputLines::with_cell(const std::map<CellRun, RunningCell>& running,
                                         const CellRun& run, int rank,
                                         const std::vector<std::string>& printed) {
  std::vector<Line> lines;
  const auto cell = running.find(run);
  if (last_ != run && cell != running.end()) {
    lines.emplace_back()
        .add("output of ", Style::kDim)
        .add(cell_name(cell->second.planned->cell.id, run.repetition), Style::kDim);
  }
  last_ = run;
  for (const std::string& text : printed) {
    lines.emplace_back().add(fmt::format("  rank {} | ", rank), Style::kDim).add(text);
  }
  return lines;
}

}  // namespace gridlock::report
