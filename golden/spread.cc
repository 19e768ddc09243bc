#include "golden/spread.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "golden/student_t.h"

namespace gridlock::golden {
namespace {

// The standard deviation of a rounding error, which is uniformly distributed over one unit in the
// last place.
const double kRounding = std::numeric_limits<float>::epsilon() / std::sqrt(12.0);

bool have_one_length(std::span<const std::vector<double>> trainings) {
  return std::ranges::all_of(
      trainings, [&](const auto& training) { return training.size() == trainings.front().size(); });
}

// Returns the standard deviation of a step's values between training runs, relative to their mean.
// The result is not finite if a value is not, or if values that differ have the mean 0.
double deviation_of(std::span<const std::vector<double>> trainings, std::size_t step) {
  const auto count = static_cast<double>(trainings.size());
  double mean = 0, squares = 0;
  for (const auto& training : trainings) mean += training[step] / count;
  for (const auto& training : trainings) {
    squares += (training[step] - mean) * (training[step] - mean);
  }
  return squares == 0 ? 0 : std::sqrt(squares / (count - 1)) / std::abs(mean);
}

}  // namespace

double allowed_deviations(std::size_t degrees, ComparedWith other, double false_alarms) {
  const double one_run = student_t(degrees, false_alarms);
  return other == ComparedWith::kTraining ? std::numbers::sqrt2 * one_run : one_run;
}

std::optional<Spread> spread_of(std::span<const std::vector<double>> trainings,
                                ComparedWith other) {
  if (trainings.size() < 3 || !have_one_length(trainings)) return std::nullopt;
  // The mean takes one degree of freedom.
  const double allowed = allowed_deviations(trainings.size() - 1, other);
  Spread spread{
      .trainings = trainings.size(), .deviations = {}, .allowed = allowed, .relative = {}};
  for (std::size_t step = 0; step < trainings.front().size(); ++step) {
    const double deviation = deviation_of(trainings, step);
    if (!std::isfinite(deviation)) return std::nullopt;
    spread.deviations.push_back(std::max(deviation, kRounding));
    spread.relative.push_back(spread.deviations.back() * allowed);
  }
  return spread;
}

}  // namespace gridlock::golden
