#include "bench/minimize_targets.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridlock::bench {

bool all_met(const std::vector<Target>& targets) {
  return std::ranges::all_of(targets, &Target::is_met);
}

std::string target_table(const std::vector<Target>& targets) {
  std::string text = fmt::format("{:<60} {:>7} {:>9}\n", "", "at most", "measured");
  for (const Target& target : targets) {
    text += fmt::format("{:<60} {:>7.4g} {:>9.4g}  {}\n", target.what, target.most, target.measured,
                        target.is_met() ? "met" : "MISSED");
  }
  return text;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double greatest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::ranges::max_element(values);
}

}  // namespace gridlock::bench
