// gridlock bench minimize --mock: how many questions the minimizer's engine asks, and how small its
// results are, on made-up problems with a known optimum (minimizer/testing/corpus.h), beside ddmin,
// HDD and ProbDD on the same problems.
#pragma once

namespace gridlock::bench {

// Prints the tables. `json`: one object per problem and method instead. Returns an exit code: 1
// when a promise is broken. Promised for graphs of 2,000 statements: a median of 60 questions for
// at most 4 necessary pieces, of 120 for at most 8. For all problems: no duplicate, no slip to
// another failure, results of at most twice the optimum and 1.25 times in the median. For flaky
// failures: a median of 700 runs.
int bench_minimize(bool json);

}  // namespace gridlock::bench
