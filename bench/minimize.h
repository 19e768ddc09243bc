// gridlock bench minimize: how many questions the minimizer asks and how small its results are, for
// problems with a known smallest result. Runs synthetic problems that run nothing
// (minimizer/testing/corpus.h), and scripts that run on ranks (minimizer/testing/scripts).
// bench/other_reducers.py compares it with other reducers.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct MinimizeBenchOptions {
  bool mock = false;              // only synthetic problems
  bool all = false;               // all scripts, not a few
  std::vector<std::string> only;  // these scripts, and no synthetic problem
  bool end_to_end = false;        // minimize_end_to_end.h instead
  bool json = false;              // one object per problem instead of tables
};

// Prints the tables, and each target with its measurement. Returns an exit code: 1 if a target is
// missed.
int bench_minimize(const MinimizeBenchOptions& options);

}  // namespace gridlock::bench
