#include "golden/spread.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gridlock::golden {
namespace {

constexpr std::size_t kWindow = 2;  // steps before and after a step that are pooled with it
// The standard deviation of a rounding error, which is uniformly distributed over one unit in the
// last place.
const double kRounding = std::numeric_limits<float>::epsilon() / std::sqrt(12.0);

bool comparable(std::span<const std::vector<double>> trainings) {
  return trainings.size() >= 3 && std::ranges::all_of(trainings, [&](const auto& training) {
           return training.size() == trainings.front().size() &&
                  std::ranges::all_of(training, [](double v) { return std::isfinite(v); });
         });
}

// Returns the variance of a step's values between training runs, relative to their mean.
double variance_of(std::span<const std::vector<double>> trainings, std::size_t step) {
  const auto count = static_cast<double>(trainings.size());
  double mean = 0, squares = 0;
  for (const auto& training : trainings) mean += training[step] / count;
  for (const auto& training : trainings) {
    squares += (training[step] - mean) * (training[step] - mean);
  }
  return mean == 0 ? 0 : squares / (count - 1) / (mean * mean);
}

// Returns P(|T| <= t) (Abramowitz and Stegun, 26.7.3 and 26.7.4).
double within(double t, std::size_t degrees) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1, sum = degrees == 1 ? 0 : term;
  for (std::size_t k = odd ? 3 : 2; k + 1 < degrees; k += 2) {
    const auto even = static_cast<double>(k);
    term *= (even - 1) / even * cosine * cosine;
    sum += term;
  }
  return odd ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
}

}  // namespace

double student_t(std::size_t degrees, double probability) {
  double low = 0, high = 1;
  while (1 - within(high, degrees) > probability) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (1 - within(middle, degrees) > probability ? low : high) = middle;
  }
  return high;
}

std::optional<Spread> spread_of(std::span<const std::vector<double>> trainings) {
  if (!comparable(trainings)) return std::nullopt;
  const std::size_t steps = trainings.front().size();
  const auto count = static_cast<double>(trainings.size());
  Spread spread{.trainings = trainings.size(), .deviations = {}, .allowed = {}, .relative = {}};
  for (std::size_t step = 0; step < steps; ++step) {
    const std::size_t first = step - std::min(step, kWindow);
    const std::size_t last = std::min(step + kWindow, steps - 1);
    double variance = 0;
    for (std::size_t k = first; k <= last; ++k) variance += variance_of(trainings, k);
    const std::size_t pooled = last - first + 1;
    variance /= static_cast<double>(pooled);
    const std::size_t degrees = pooled * (trainings.size() - 1);
    spread.deviations.push_back(std::max(std::sqrt(variance), kRounding));
    // The compared number is an additional sample: the mean and the deviation were estimated
    // without it. The factor sqrt(1 + 1 / count) accounts for the error of the estimated mean.
    spread.allowed.push_back(student_t(degrees, kFalseAlarms) * std::sqrt(1 + 1 / count));
    spread.relative.push_back(spread.deviations.back() * spread.allowed.back());
  }
  return spread;
}

}  // namespace gridlock::golden
