// Extracts the JSON reports that ranks print among their other output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::minimizer {

// Returns the JSON objects that begin with `prefix`, as they were printed, such as {"step": 0,
// "loss": 2.7}. A line may also contain the output of other ranks.
std::vector<std::string> reports_in(const std::string& output, std::string_view prefix);

// Returns the output without the reports; lines that become empty are dropped.
std::string without_reports(const std::string& output, std::string_view prefix);

}  // namespace gridlock::minimizer
