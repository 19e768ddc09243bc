#include "harness/selftest/quantile.h"

#include <algorithm>
#include <cmath>

namespace gridlock::selftest {

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(place, 1.0)) - 1];
}

}  // namespace gridlock::selftest
