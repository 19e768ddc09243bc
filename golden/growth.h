// How a number grows with the size of what it is measured on, from few points and with outliers.
#pragma once

#include <optional>
#include <vector>

namespace gridlock::golden {

struct SizedValue {
  double size = 0;
  double value = 0;
};

// A power law through the points: value ~ size ^ exponent. The exponent is the median of the slopes
// between all pairs of points, in logarithms: of five points or more one may lie anywhere (Theil
// 1950; Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968).
struct Growth {
  std::vector<SizedValue> points;  // by size, one each: the median of those measured there
  double exponent = 0;
  double last_exponent = 0;  // between the last two points
  // Each further unit of size multiplies the value by this, where that describes the points better
  // than the power law does; 0 where it does not.
  double multiplier = 0;

  // What the better description says of another size.
  double at(double size) const;
};

inline constexpr int kFewestSizes = 4;

// Nothing for fewer sizes, sizes that are not positive, or values of which some are not positive
// and not all are the same.
std::optional<Growth> growth_of(std::vector<SizedValue> points);

// How many times as large as `exponent` allows the points grow, from the first to the last or in
// the last step, whichever is more; at most 1 where they grow no faster.
double excess_over(const Growth& growth, double exponent);

}  // namespace gridlock::golden
