// Computes the median of measured values.
#pragma once

#include <algorithm>
#include <vector>

namespace gridlock::golden {

// Returns the median, which for an even count of values is the mean of the middle two. `values`
// must not be empty.
inline double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace gridlock::golden
