// Examines candidates whose numbers are wrong: runs both sides of a candidate, one after the other,
// and compares what they print. A difference counts only if both sides train the same numbers a
// second time: without its seed each script would be wrong.
#pragma once

#include "minimizer/ranks/comparison.h"
#include "minimizer/ranks/series_oracle.h"

namespace gridlock::minimizer {

class PairOracle : public SeriesOracle {
 public:
  PairOracle(Oracle& runs, Comparison comparison, Signature wanted)
      : SeriesOracle(runs, std::move(wanted)), comparison_(std::move(comparison)) {}

 private:
  using Outputs = std::vector<std::string>;  // of the candidate, the control, both again
  Candidate next_run(const Candidate& candidate, const Outputs& outputs) const override;
  std::optional<Answer> answer_of(const Outputs& outputs) const override;

  Comparison comparison_;
};

}  // namespace gridlock::minimizer
