// The spread of losses and gradient norms between healthy cells. The spread is measured by
// repeating a reference's training several times with a random error, as large as a rounding error,
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

// The other side of a comparison with a training run.
enum class ComparedWith {
  // Another training run, with rounding errors of the same size. The difference of two runs has
  // twice the variance of one run.
  kTraining,
  // A training run with negligible rounding errors, for example in fp64. The difference has the
  // variance of one run.
  kExactTraining,
};

// Returns how many standard deviations of one training run a healthy difference is at most. The
// standard deviation was estimated with `degrees` degrees of freedom. The result is infinite for 0.
double allowed_deviations(std::size_t degrees, ComparedWith other,
                          double false_alarms = kFalseAlarms);

// The spread of one series: losses, or gradient norms.
struct Spread {
  std::size_t trainings = 0;       // count of training runs that were measured
  std::vector<double> deviations;  // per step: standard deviation relative to the mean
  double allowed = 0;              // allowed difference / deviation

  // The relative bound at each step: deviations * allowed. bound() points to it, so a Bound is
  // valid as long as the spread exists.
  std::vector<double> relative;
  Bound bound() const { return {.by_step = relative}; }
};

// Measures the spread between training runs with the same steps. Each step has its own deviation:
// deviations grow from step to step, and the steps of a training run are not independent, so other
// steps say little about it. A deviation is at least one rounding error of the loss in fp32,
// because deviations arise from roundings. Returns nullopt for fewer than three training runs, for
// different lengths, and for values that are not finite or whose deviation is not finite.
std::optional<Spread> spread_of(std::span<const std::vector<double>> trainings, ComparedWith other);

}  // namespace gridlock::golden
