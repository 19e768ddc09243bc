// Examines candidates whose compile time explodes. Runs each candidate first with a small and then
// with a large size.
#pragma once

#include "minimizer/ranks/growth.h"
#include "minimizer/ranks/series_oracle.h"

namespace gridlock::minimizer {

class GrowthOracle : public SeriesOracle {
 public:
  GrowthOracle(Oracle& runs, Growth growth, Signature wanted)
      : SeriesOracle(runs, std::move(wanted)), growth_(growth) {}

 private:
  Candidate next_run(const Candidate& candidate,
                     const std::vector<std::string>& outputs) const override;
  std::optional<Answer> answer_of(const std::vector<std::string>& outputs) const override;
  std::string shown(const std::string& output) const override;

  Growth growth_;
};

}  // namespace gridlock::minimizer
