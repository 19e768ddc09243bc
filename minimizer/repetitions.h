// Decides whether a candidate that fails only in some runs still fails. The decision needs as few
// runs as a bounded error probability allows.
#pragma once

#include <optional>

namespace gridlock::minimizer {

struct Interval {
  double low = 0;
  double high = 1;
};

// Returns Wilson's interval for the rate of `hits` in `runs`. z is 1.96 for 95 %.
Interval wilson(int hits, int runs, double z = 1.96);

struct RepetitionLimits {
  double rate = 1;      // the failure rate of the original, in (floor, 1]
  double floor = 0.02;  // a candidate that fails less often counts as passing; in (0, rate)
  double error = 0.02;  // see SequentialTest
  int runs = 200;       // maximum per candidate
};

// Wald's sequential test, which needs the fewest runs for its error. A candidate that fails at
// `rate` or more often is judged as passing with a probability of at most about `error`. A
// candidate that fails at `floor` or more rarely is judged as failing with at most about the same
// probability.
class SequentialTest {
 public:
  explicit SequentialTest(const RepetitionLimits& limits);

  void add(bool failed);
  int runs() const { return runs_; }
  int failures() const { return failures_; }

  // Returns whether the candidate fails, or nullopt while the test is undecided.
  std::optional<bool> decision() const;
  bool exhausted() const { return runs_ >= most_runs_; }

 private:
  double on_failure_, on_pass_, bound_;  // logarithms of likelihood ratios
  double evidence_ = 0;
  int most_runs_ = 0, runs_ = 0, failures_ = 0;
};

}  // namespace gridlock::minimizer
