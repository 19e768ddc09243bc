// The growth of a measured value with the size of the measured object, estimated from few points
// that may include outliers.
#pragma once

#include <optional>
#include <vector>

namespace gridlock::golden {

struct SizedValue {
  double size = 0;
  double value = 0;
};

// A power law through the points: value ~ size ^ exponent. The exponent is the median of the slopes
// between all pairs of points on logarithmic axes. With five points or more, one arbitrary outlier
// is tolerated (Theil 1950; Sen, "Estimates of the regression coefficient based on Kendall's tau",
// 1968).
struct Growth {
  std::vector<SizedValue> points;  // sorted by size; one per size, with the median of its values
  double exponent = 0;
  double last_exponent = 0;  // between the last two points
  // The factor by which each further unit of size multiplies the value, if exponential growth
  // describes the points better than the power law does; 0 otherwise.
  double multiplier = 0;

  // Returns the value predicted for another size by whichever law describes the points better.
  double at(double size) const;
};

inline constexpr int kFewestSizes = 4;

// Returns the growth of the points. Returns nullopt if there are fewer than kFewestSizes different
// sizes. Unless all values are equal, also returns nullopt if a size or a value is not positive and
// finite.
std::optional<Growth> growth_of(std::vector<SizedValue> points);

// Returns the factor by which the points' growth exceeds the growth that `exponent` allows.
// Computes this factor from the first to the last point and between the last two points, and
// returns the larger one. The factor is at most 1 if the points do not grow faster than allowed.
double excess_over(const Growth& growth, double exponent);

}  // namespace gridlock::golden
