// Lines of JSON that ranks print among whatever else they print.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::minimizer {

// The objects that begin with `prefix`, as they were written: {"step": 0, "loss": 2.7}. What other
// ranks print may stand in the same line.
std::vector<std::string> reports_in(const std::string& output, std::string_view prefix);

// The output without them; lines of which nothing is left are gone.
std::string without_reports(const std::string& output, std::string_view prefix);

}  // namespace gridlock::minimizer
