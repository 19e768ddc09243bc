// gridlock bench semantics runs small programs on real ranks. The programs measure which calls each
// operation of a backend waits for, and what happens to calls that do not match. The result is the
// table that the prover uses.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct SemanticsOptions {
  std::string backend = "gloo";
  std::string write;     // file for the measured table; "" = none
  bool compare = false;  // compares the measured table with the built-in table
  int jobs = 8;          // programs in parallel
  int repeat = 2;        // runs per program
  // The measurements to make in addition to those that operations need, named as in
  // gridlock_testing/programs/measurement.py; empty = all. The written table takes the built-in
  // values for all other entries.
  std::vector<std::string> only;
};

// Prints the measurements and each difference from the built-in table. Returns an exit code, which
// is 1 if the tables differ.
int bench_semantics(const SemanticsOptions& options);

}  // namespace gridlock::bench
