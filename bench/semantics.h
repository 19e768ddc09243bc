// gridlock bench semantics: small programs on real ranks measure what each operation of a backend
// waits for and what happens to calls that do not match. The result is the table that the prover
// reasons with.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct SemanticsOptions {
  std::string backend = "gloo";
  std::string write;     // file for the measured table; "" = none
  bool compare = false;  // with the built-in table
  int jobs = 8;          // programs side by side
  int repeat = 2;        // per program
  // The questions besides those that operations need: names as in
  // gridlock_testing/programs/measurement.py; empty: all. The table has its built-in values for the
  // rest.
  std::vector<std::string> only;
};

// Prints the measurements. Returns an exit code: 1 if the tables differ, with each difference.
int bench_semantics(const SemanticsOptions& options);

}  // namespace gridlock::bench
