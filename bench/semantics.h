// gridlock bench semantics: small programs on real ranks say what each operation of a backend waits
// for and what becomes of calls that do not fit, and draw the table that the prover reasons with.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct SemanticsOptions {
  std::string backend = "gloo";
  std::string write;     // a file for the measured table; empty: none
  bool compare = false;  // with the table that this program was built with
  int jobs = 8;          // programs side by side
  int repeat = 2;        // runs of each program
  // What to ask besides what operations need: names as in gridlock_testing/programs/measurement.py;
  // empty: everything. What is not asked is in the table as built in.
  std::vector<std::string> only;
};

// Prints what was measured. Returns an exit code: 1 when the tables differ, with each difference.
int bench_semantics(const SemanticsOptions& options);

}  // namespace gridlock::bench
