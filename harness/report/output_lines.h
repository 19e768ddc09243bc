// Formats the output of ranks that is shown while cells run. The name of the cell comes first, and
// each line below it begins with its rank.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/run_state.h"

namespace gridlock::report {

class OutputLines {
 public:
  // Returns the lines that show what `rank` printed. The cell's name precedes them if the previous
  // call was for another cell.
  std::vector<Line> with_cell(const std::map<CellRun, RunningCell>& running, const CellRun& run,
                              int rank, const std::vector<std::string>& printed);

 private:
  std::optional<CellRun> last_;
};

}  // namespace gridlock::report
