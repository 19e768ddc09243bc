// gridlock bench minimize --peers: the results of other reducers on the scripts of one rank. C-Vise
// and Shrink Ray, if installed, ask the same oracle, one candidate at a time. Torch's own minifier,
// for failures of the compiler, tests its candidates itself.
#pragma once

#include <string>
#include <vector>

#include "bench/minimize_targets.h"
#include "bench/script_trial.h"

namespace gridlock::bench {

struct ReducerRow {
  std::string problem, reducer;
  bool success = false;  // the result fails in the same way, every time
  bool in_time = true;
  int from_lines = 0, lines = 0, optimum = 0;
  int asked = 0;
  double seconds = 0;
  std::string error = {};  // why there is no result
};

// Measures those of `problems` that have one rank and compare no numbers. Each reducer, including
// gridlock's, gets `seconds` for each. Prints each row as soon as it is known.
std::vector<ReducerRow> measure_reducers(const std::vector<ScriptProblem>& problems, double seconds,
                                         bool json);

// Counts the other reducers that succeeded in time and did better than gridlock on the same
// problem.
std::vector<Target> reducer_targets(const std::vector<ReducerRow>& rows);

}  // namespace gridlock::bench
