// Quantiles of measured values.
#pragma once

#include <vector>

namespace gridlock::selftest {

// Returns the smallest value that is at least as large as a fraction `share` (0 to 1) of all
// values. Returns 0 if there are no values. `sorted` must be ascending.
double quantile(const std::vector<double>& sorted, double share);

}  // namespace gridlock::selftest
