// The part of gridlock bench minimize that minimizes scripts. Each candidate runs on ranks (gloo,
// on the CPU).
#pragma once

#include <string>
#include <vector>

#include "bench/minimize_targets.h"
#include "bench/script_trial.h"

namespace gridlock::bench {

struct ScriptRow {
  std::string name, failure;
  bool success = false;  // true if the result fails every time
  bool slipped = false;  // true if the result fails in another way than the original
  int from_lines = 0, lines = 0, optimum = 0;
  int from_ranks = 0, ranks = 0, fewest_ranks = 1;
  int asked = 0, runs = 0, repeated = 0, screened = 0, completing = 0;  // minimizer::Statistics
  double seconds = 0;
  std::vector<double> proofs_ms;  // ScriptTrial::proofs_ms()
  std::string error;              // why the script was not minimized

  double size_ratio() const { return static_cast<double>(lines) / optimum; }
  double ranks_ratio() const { return static_cast<double>(ranks) / fewest_ranks; }
};

// Returns the named problems. Without names, returns all problems if `all` is true, otherwise a
// few. Throws std::runtime_error if they cannot be generated.
std::vector<ScriptProblem> script_problems(bool all, const std::vector<std::string>& names = {});

// Measures the problems and prints each row as soon as the row is measured.
std::vector<ScriptRow> measure_scripts(const std::vector<ScriptProblem>& problems, bool json);
std::vector<Target> script_targets(const std::vector<ScriptRow>& rows);

}  // namespace gridlock::bench
