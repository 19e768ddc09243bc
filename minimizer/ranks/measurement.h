// Measures, before a script is minimized, which failure it shows and how often.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "minimizer/oracle.h"
#include "minimizer/repetitions.h"

namespace gridlock::minimizer {

struct Measured {
  // The failure that showed most often; nullopt if none did.
  std::optional<Signature> signature;
  std::string sentence;  // from a failing run; if all runs pass: why they pass
  std::string output;    // end of that run's output, if the oracle keeps it
  int failures = 0;      // runs that showed the failure …
  int runs = 0;          // … out of this number of runs
  int slow = 0;          // runs that were still busy at the time limit
  double seconds = 0;    // median duration of a run
  std::vector<Signature> others;

  bool always() const { return signature && failures == runs; }
};

// Runs the candidate `least` times, and up to `most` times if the runs differ or all pass. Any
// failure counts, not only the one that the oracle wants. If `stop` is requested, returns the
// results so far.
Measured measure(Oracle& oracle, const Candidate& candidate, int least, int most,
                 std::stop_token stop = {});
// Runs a user's script as often as needed to identify its failure. If the failure may be flaky,
// runs the script more often to measure the failure rate.
Measured measure_original(Oracle& oracle, const Candidate& original, bool flaky,
                          std::stop_token stop);

// Returns how often a candidate is run. A candidate may have lost what made it fail every time,
// such as a seed, and then fail in its first run by luck. Therefore it has to fail in three runs.
// One comparison decides about wrong numerical results, because the script and its control have
// then run twice (pair_oracle.h). One comparison also decides about explosions, because they do not
// depend on luck.
RepetitionLimits repetitions_for(const Measured& measured);

// Returns the answer about a script that fails as measured.
Answer answer_of(const Measured& measured);

}  // namespace gridlock::minimizer
