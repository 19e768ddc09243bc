// gridlock bench minimize, on scripts that really run: each is trained on ranks (gloo, on the CPU)
// once for each candidate.
#pragma once

#include <string>
#include <vector>

#include "bench/minimize_targets.h"

namespace gridlock::bench {

// Of minimizer/testing/scripts/generate.py.
struct ScriptProblem {
  std::string name, kind;
  int ranks = 1, fewest_ranks = 1;
  int pieces = 0;  // that the failure needs, besides the imports
  std::string script, optimum;
  bool numbers = false;  // its numbers are wrong …
  std::string control;   // … unless it gets these arguments; "": they are not finite
};

struct ScriptRow {
  std::string name, failure;
  bool success = false;  // the result fails every time
  bool slipped = false;  // … with another failure
  int from_lines = 0, lines = 0, optimum = 0;
  int from_ranks = 0, ranks = 0, fewest_ranks = 1;
  int asked = 0, runs = 0, repeated = 0, screened = 0, completing = 0;
  double seconds = 0;
  std::string error;  // why it was not minimized

  double size_ratio() const { return static_cast<double>(lines) / optimum; }
  double ranks_ratio() const { return static_cast<double>(ranks) / fewest_ranks; }
};

// Those named; without names a handful, or all. Throws std::runtime_error.
std::vector<ScriptProblem> script_problems(bool all, const std::vector<std::string>& names = {});

// Prints the row of each as soon as it is known.
std::vector<ScriptRow> measure_scripts(const std::vector<ScriptProblem>& problems, bool json);
std::vector<Target> script_targets(const std::vector<ScriptRow>& rows);

}  // namespace gridlock::bench
