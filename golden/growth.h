// The growth of a number with the size of the measured object, from few points and with outliers.
#pragma once

#include <optional>
#include <vector>

namespace gridlock::golden {

struct SizedValue {
  double size = 0;
  double value = 0;
};

// A power law through the points: value ~ size ^ exponent. The exponent is the median of the slopes
// between all pairs of points, in logarithms: with five points or more, one may lie anywhere (Theil
// 1950; Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968).
struct Growth {
  std::vector<SizedValue> points;  // by size, one each: the median of the values measured there
  double exponent = 0;
  double last_exponent = 0;  // between the last two points
  // Each further unit of size multiplies the value by this factor, if that describes the points
  // better than the power law does; 0 otherwise.
  double multiplier = 0;

  // Returns the value that the better description predicts for another size.
  double at(double size) const;
};

inline constexpr int kFewestSizes = 4;

// Returns nothing for fewer sizes, for sizes that are not positive, or if some values are not
// positive and not all are equal.
std::optional<Growth> growth_of(std::vector<SizedValue> points);

// Returns how many times faster than `exponent` allows the points grow, from the first to the last
// or in the last step, whichever is more; at most 1 if they grow no faster.
double excess_over(const Growth& growth, double exponent);

}  // namespace gridlock::golden
