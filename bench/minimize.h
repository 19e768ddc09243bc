// gridlock bench minimize: how many questions the minimizer asks, and how small its results are,
// where the smallest result is known. On made-up problems that run nothing
// (minimizer/testing/corpus.h), beside ddmin, HDD and ProbDD; and on scripts that run on ranks
// (minimizer/testing/scripts).
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct MinimizeBenchOptions {
  bool mock = false;              // made-up problems alone
  bool all = false;               // all scripts, not a handful
  std::vector<std::string> only;  // these scripts, and no made-up problem
  bool end_to_end = false;        // minimize_end_to_end.h instead
  bool peers = false;             // other reducers, on those of one rank, instead
  double seconds = 300;           // for each of them on each script
  bool json = false;              // one object per problem and method instead of tables
};

// Prints the tables, and each target with what was measured. Returns an exit code: 1 when a target
// is missed.
int bench_minimize(const MinimizeBenchOptions& options);

}  // namespace gridlock::bench
