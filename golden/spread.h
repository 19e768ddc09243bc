// How far numbers of healthy cells part: measured by training a reference again, a few times, with
// an error of the size of a rounding in the result of each operation
// (harness/rank/gridlock/train/noise.py). No number here is chosen but the rate of false alarms.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "golden/tolerance.h"

namespace gridlock::golden {

// Of false alarms: one in two million comparisons of two healthy numbers.
inline constexpr double kFalseAlarms = 5e-7;

// Of one series: losses, or gradient norms.
struct Spread {
  std::size_t trainings = 0;       // that it was measured on
  std::vector<double> deviations;  // of each step: standard deviation, in relation to the mean
  std::vector<double> allowed;     // of each step: how many times that two numbers may part

  // The bound at each step is deviation times what is allowed. Holds while the spread does.
  std::vector<double> relative;
  Bound bound() const { return {.by_step = relative}; }
};

// Of trainings of the same steps. Deviations are pooled over a step and the two before and behind
// it. They are of roundings, and so never less than a rounding of the loss itself in fp32. Nothing
// for less than three trainings, for other lengths, and for numbers that are not finite.
std::optional<Spread> spread_of(std::span<const std::vector<double>> trainings);

// Two-sided: |t| of a Student's t of so many degrees of freedom (at least 1) exceeds it with this
// probability.
double student_t(std::size_t degrees, double probability);

}  // namespace gridlock::golden
