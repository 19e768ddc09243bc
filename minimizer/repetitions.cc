#include "minimizer/repetitions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gridlock::minimizer {

Interval wilson(int hits, int runs, double z) {
  if (runs <= 0) return {};
  const double n = runs, rate = hits / n, square = z * z;
  const double middle = (rate + square / (2 * n)) / (1 + square / n);
  const double width =
      z / (1 + square / n) * std::sqrt(rate * (1 - rate) / n + square / (4 * n * n));
  return {std::max(0.0, middle - width), std::min(1.0, middle + width)};
}

SequentialTest::SequentialTest(const RepetitionLimits& limits) : most_runs_(limits.runs) {
  if (!(0 < limits.floor && limits.floor < limits.rate && limits.rate <= 1))
    throw std::invalid_argument("repetitions: 0 < floor < rate <= 1 does not hold");
  // The rate is below 1, because with a rate of 1 a single passing run would decide.
  const double rate = std::min(limits.rate, 0.99);
  on_failure_ = std::log(rate / limits.floor);
  on_pass_ = std::log((1 - rate) / (1 - limits.floor));
  bound_ = std::log((1 - limits.error) / limits.error);
}

void SequentialTest::add(bool failed) {
  ++runs_;
  failures_ += failed;
  evidence_ += failed ? on_failure_ : on_pass_;
}

std::optional<bool> SequentialTest::decision() const {
  if (evidence_ >= bound_) return true;
  if (evidence_ <= -bound_) return false;
  return {};
}

}  // namespace gridlock::minimizer
