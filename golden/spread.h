// The spread of the numbers of healthy cells, measured by training a reference again a few times
// with an error of the size of a rounding in the result of each operation
// (harness/rank/gridlock/train/noise.py). The rate of false alarms is the only number here that is
// chosen.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "golden/tolerance.h"

namespace gridlock::golden {

// The rate of false alarms: one in two million comparisons of two healthy numbers.
inline constexpr double kFalseAlarms = 5e-7;

// The spread of one series: losses, or gradient norms.
struct Spread {
  std::size_t trainings = 0;       // trainings that it was measured on
  std::vector<double> deviations;  // per step: standard deviation relative to the mean
  std::vector<double> allowed;     // per step: allowed difference in deviations

  // The relative bound at each step: the deviation times the allowed multiple. Valid as long as the
  // spread exists.
  std::vector<double> relative;
  Bound bound() const { return {.by_step = relative}; }
};

// Measures the spread between trainings of the same steps. Deviations are pooled over a step and
// the two steps before and after it. They come from roundings, so they are at least one rounding of
// the loss itself in fp32. Returns nothing for fewer than three trainings, for different lengths,
// and for numbers that are not finite.
std::optional<Spread> spread_of(std::span<const std::vector<double>> trainings);

// Returns the two-sided quantile: |t| of a Student's t with `degrees` degrees of freedom (at least
// 1) exceeds it with this probability.
double student_t(std::size_t degrees, double probability);

}  // namespace gridlock::golden
