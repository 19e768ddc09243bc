// The synthetic problems on which the engine is measured, and the measurement. Both are seeded, so
// that they are the same on every machine.
#pragma once

#include <string>
#include <vector>

#include "minimizer/engine.h"
#include "minimizer/testing/mock_problem.h"

namespace gridlock::minimizer::testing {

struct Task {
  std::string family;  // "graph 2000", "script 400", …
  MockProblem mock;
};

// Returns 72 graphs of 100 to 2,000 statements and 24 scripts of 50 to 400 lines, with 1, 2, 4 or 8
// necessary pieces, on 1 to 32 ranks. The problems hang, crash or train wrong numbers. Some need
// data flow between the necessary pieces. Some contain a second failure, and statements that crash
// without other statements.
std::vector<Task> corpus();

// Returns graphs of 500 statements, of which 4 are necessary. Their failure shows in 3 of 10 runs.
std::vector<Task> flaky_corpus();

struct Measured {
  bool success = false;  // the result shows the failure
  bool slipped = false;  // … or another failure instead
  int asked = 0;
  int runs = 0;
  int duplicates = 0;
  int by_catch = 0;
  int lines = 0;
  double size_ratio = 0;   // lines relative to the optimum
  double ranks_ratio = 0;  // ranks relative to the optimum
  double seconds = 0;      // simulated: one second per run
};

// Measures the engine with an oracle that has `slots` slots.
Measured measure_engine(const MockProblem& mock, int slots = 1);
// Measures the engine on a problem whose failure shows at the rate mock.rate. The engine first
// measures the rate. The runs of that measurement are counted, too.
Measured measure_flaky(const MockProblem& mock, std::uint64_t seed);

}  // namespace gridlock::minimizer::testing
