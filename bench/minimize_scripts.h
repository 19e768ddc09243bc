// gridlock bench minimize, on scripts that really run: each candidate is trained on ranks (gloo, on
// the CPU).
#pragma once

#include <string>
#include <vector>

#include "bench/minimize_targets.h"
#include "bench/script_trial.h"

namespace gridlock::bench {

struct ScriptRow {
  std::string name, failure;
  bool success = false;  // the result fails every time
  bool slipped = false;  // … but with another failure
  int from_lines = 0, lines = 0, optimum = 0;
  int from_ranks = 0, ranks = 0, fewest_ranks = 1;
  int asked = 0, runs = 0, repeated = 0, screened = 0, completing = 0;
  double seconds = 0;
  std::vector<double> proofs_ms;  // ScriptTrial::proofs_ms()
  std::string error;              // why it was not minimized

  double size_ratio() const { return static_cast<double>(lines) / optimum; }
  double ranks_ratio() const { return static_cast<double>(ranks) / fewest_ranks; }
};

// Returns the named problems; without names, a few or all. Throws std::runtime_error.
std::vector<ScriptProblem> script_problems(bool all, const std::vector<std::string>& names = {});

// Measures the problems and prints each row as soon as it is known.
std::vector<ScriptRow> measure_scripts(const std::vector<ScriptProblem>& problems, bool json);
std::vector<Target> script_targets(const std::vector<ScriptRow>& rows);

}  // namespace gridlock::bench
