// How a script fails before it is minimized: with which failure, and how often.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "minimizer/oracle.h"
#include "minimizer/trials.h"

namespace gridlock::minimizer {

struct Measured {
  // The failure that showed most often; nothing where none did.
  std::optional<Signature> signature;
  std::string sentence;  // of one of its runs; without a failure, why that is none
  std::string output;    // what that run printed last, where the oracle keeps it
  int failures = 0;      // runs that showed it …
  int runs = 0;          // … of so many
  int slow = 0;          // runs that were still busy at the time limit
  double seconds = 0;    // of a run, the median
  std::vector<Signature> others;

  bool always() const { return signature && failures == runs; }
};

// Runs it `least` times; up to `most` times where runs differ, or all pass. Which failure it shows
// is what the oracle has seen, whatever it looks for.
// Gives what is known by then once `stop` is requested.
Measured measure(Oracle& oracle, const Candidate& candidate, int least, int most,
                 std::stop_token stop = {});
// Runs what a user named, as often as it takes to know its failure: more often where that may be
// flaky, to measure its rate.
Measured measure_original(Oracle& oracle, const Candidate& original, bool flaky,
                          std::stop_token stop);

// How a candidate is tried. One that lost what made it fail every time (a seed, say) may fail in a
// first run by luck: so it has to fail in three. Wrong numbers are decided at once: a pair of sides
// has been run twice by then (pair_oracle.h). So are explosions, which are no matter of luck.
TrialLimits trials_for(const Measured& measured);

// What is said of a script that fails as measured.
Answer answer_of(const Measured& measured);

}  // namespace gridlock::minimizer
