// Examines candidates with wrong numerical results. A candidate has two sides: the script and its
// control, which is the script with other arguments (comparison.h). Runs one side after the other,
// and compares their printed numbers. A difference counts only if each side prints the same numbers
// in a second run. Otherwise any script without a seed would appear to be wrong.
#pragma once

#include "minimizer/ranks/comparison.h"
#include "minimizer/ranks/series_oracle.h"

namespace gridlock::minimizer {

class PairOracle : public SeriesOracle {
 public:
  PairOracle(Oracle& runs, Comparison comparison, Signature wanted)
      : SeriesOracle(runs, std::move(wanted)), comparison_(std::move(comparison)) {}

 private:
  using Outputs = std::vector<std::string>;  // candidate, control, candidate again, control again
  Candidate next_run(const Candidate& candidate, const Outputs& outputs) const override;
  std::optional<Answer> answer_of(const Outputs& outputs) const override;

  Comparison comparison_;
};

}  // namespace gridlock::minimizer
