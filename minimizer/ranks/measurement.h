// Measures how a script fails before it is minimized: with which failure, and how often.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "minimizer/oracle.h"
#include "minimizer/trials.h"

namespace gridlock::minimizer {

struct Measured {
  // The failure that showed most often; nothing if none did.
  std::optional<Signature> signature;
  std::string sentence;  // from one of the failing runs; without a failure, why the runs pass
  std::string output;    // last output of that run, if the oracle keeps it
  int failures = 0;      // runs that showed the failure …
  int runs = 0;          // … out of this number of runs
  int slow = 0;          // runs that were still busy at the time limit
  double seconds = 0;    // median of a run
  std::vector<Signature> others;

  bool always() const { return signature && failures == runs; }
};

// Runs the candidate `least` times, and up to `most` times if runs differ or all pass. The failure
// is the one that the oracle has seen, whether or not it is the wanted one. Returns the results so
// far once `stop` is requested.
Measured measure(Oracle& oracle, const Candidate& candidate, int least, int most,
                 std::stop_token stop = {});
// Runs a user's script as often as needed to identify its failure; more often if that may be flaky,
// to measure its rate.
Measured measure_original(Oracle& oracle, const Candidate& original, bool flaky,
                          std::stop_token stop);

// Returns how often a candidate is tried. A candidate that lost the reason why it failed every time
// (a seed, say) may fail in a first run by luck, so it has to fail in three. Wrong numbers are
// decided at once: a pair of sides has been run twice by then (pair_oracle.h). So are explosions,
// which do not depend on luck.
TrialLimits trials_for(const Measured& measured);

// Returns the answer about a script that fails as measured.
Answer answer_of(const Measured& measured);

}  // namespace gridlock::minimizer
