// The spread of losses and gradient norms between healthy cells. The spread is measured by
// repeating a reference's training a few times with a random error, as large as a rounding error,
// in the result of each operation (harness/rank/gridlock/train/noise.py). The rate of false alarms
// is the only constant here that is chosen rather than measured.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "golden/tolerance.h"

namespace gridlock::golden {

// The rate of false alarms: one in two million comparisons of two healthy values.
inline constexpr double kFalseAlarms = 5e-7;

// The spread of one series: losses, or gradient norms.
struct Spread {
  std::size_t trainings = 0;       // count of training runs that were measured
  std::vector<double> deviations;  // per step: standard deviation relative to the mean
  std::vector<double> allowed;     // per step: allowed difference / deviation

  // The relative bound at each step: deviations * allowed. bound() points to it, so a Bound is
  // valid as long as the spread exists.
  std::vector<double> relative;
  Bound bound() const { return {.by_step = relative}; }
};

// Measures the spread between training runs with the same steps. Deviations are pooled over a step,
// the two steps before it and the two steps after it. A deviation is at least one rounding error of
// the loss in fp32, because deviations arise from roundings. Returns nullopt for fewer than three
// training runs, for different lengths, and for values that are not finite.
std::optional<Spread> spread_of(std::span<const std::vector<double>> trainings);

// Returns the two-sided quantile of Student's t with `degrees` degrees of freedom (at least 1),
// which is the value that |t| exceeds with this probability.
double student_t(std::size_t degrees, double probability);

}  // namespace gridlock::golden
