#include "minimizer/tasks/budget.h"

#include <fmt/format.h>

#include "harness/text/quantity.h"
#include "matrix/diagnostic.h"

namespace gridlock::minimizer {

Budget parse_budget(const std::string& text) {
  if (text.empty()) return {};
  const std::string units = "smh";
  const std::size_t unit = units.find(text.back());
  const bool has_unit = unit != std::string::npos;
  const auto number = text::whole_number(has_unit ? text.substr(0, text.size() - 1) : text);
  if (!number || *number == 0) {
    throw matrix::InputError(fmt::format(
        "--budget: '{}' is neither a number of runs (200) nor a time (90s, 10m, 2h)", text));
  }
  constexpr double kSeconds[] = {1, 60, 3600};
  if (has_unit) return {{}, *number * kSeconds[unit]};
  return {*number, {}};
}

}  // namespace gridlock::minimizer
