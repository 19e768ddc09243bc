// Quantiles of measured values.
#pragma once

#include <vector>

namespace gridlock::cli {

// The smallest value that `share` of them (0 to 1) do not exceed; 0 of none. `sorted`: ascending.
double quantile(const std::vector<double>& sorted, double share);

}  // namespace gridlock::cli
