#include "harness/report/pace.h"

#include <algorithm>

namespace gridlock::report {
namespace {

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::string backend_of(const std::vector<std::pair<std::string, matrix::Value>>& axes) {
  for (const auto& [axis, value] : axes) {
    if (axis == "backend") return matrix::to_string(value);
  }
  return "";
}

}  // namespace

void Pace::add(const verdict::CellRecord& record) {
  if (!verdict::row(record.verdict).ran_to_verdict) return;
  by_backend_[backend_of(record.axes)].push_back(record.seconds);
  all_.push_back(record.seconds);
}

std::optional<double> Pace::expect(const matrix::Cell& cell) const {
  const auto found = by_backend_.find(backend_of(cell.values));
  return median(found == by_backend_.end() ? all_ : found->second);
}

}  // namespace gridlock::report
