// gridlock bench minimize measures how many oracle runs the minimizer needs and how small its
// results are, for problems with a known smallest result. The bench uses synthetic problems that
// run no program (minimizer/testing/corpus.h), and scripts that run on ranks
// (minimizer/testing/scripts). bench/other_reducers.py compares the minimizer with other reducers.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct MinimizeBenchOptions {
  bool mock = false;              // runs only synthetic problems
  bool all = false;               // runs all scripts, not only a few
  std::vector<std::string> only;  // runs these scripts and no synthetic problem
  bool end_to_end = false;        // runs the measurement of minimize_end_to_end.h instead
  bool json = false;              // prints one object per problem instead of tables
};

// Prints the tables, and each target with its measurement. Returns an exit code, which is 1 if a
// target is missed.
int bench_minimize(const MinimizeBenchOptions& options);

}  // namespace gridlock::bench
