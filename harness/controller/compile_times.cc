#include "harness/controller/compile_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <string_view>

namespace gridlock::controller {
namespace {

// An axis whose value determines the size of a graph, and the axes that must grow with it.
struct Size {
  const char* axis;
  std::vector<std::string_view> follow;
};

// Target for the compile time of the larger of two sizes. It is long compared with noise, but short
// enough for repeated runs.
constexpr double kMeasuredSeconds = 10;

const std::array<Size, 2> kSizes = {{{"cp", {"world_size"}}, {"layers", {}}}};

using Values = std::vector<std::pair<std::string, matrix::Value>>;

std::optional<std::int64_t> integer_of(const Values& axes, std::string_view axis) {
  for (const auto& [name, value] : axes) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (name == axis && number != nullptr) return *number;
  }
  return std::nullopt;
}

std::optional<double> number_of(const verdict::CellRecord& record, std::string_view axis) {
  const auto number = integer_of(record.axes, axis);
  return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

bool differ_in_size_alone(const Values& a, const Values& b, const Size& size) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto& [name, value] = a[i];
    if (b[i].first != name) return false;
    const bool may = name == size.axis || std::ranges::count(size.follow, name) > 0;
    if (!may && b[i].second != value) return false;
  }
  return true;
}

bool differ_in_size_alone(const verdict::CellRecord& a, const verdict::CellRecord& b,
                          const Size& size) {
  return a.case_name == b.case_name && differ_in_size_alone(a.axes, b.axes, size);
}

// Swaps the smallest cell to the front. The candidates are the first cell and the cells that differ
// from it only in size.
void smallest_to_front(const matrix::Plan& plan, const Size& size, std::span<std::size_t> order) {
  const auto values = [&](std::size_t index) -> const Values& {
    return plan.cells[index].cell.values;
  };
  std::size_t smallest = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const bool sibling = differ_in_size_alone(values(order[0]), values(order[i]), size) &&
                         plan.cells[order[0]].role == plan.cells[order[i]].role;
    if (!sibling) continue;
    const auto own = integer_of(values(order[i]), size.axis);
    if (own < integer_of(values(order[smallest]), size.axis)) smallest = i;
  }
  std::swap(order[0], order[smallest]);
}

// Finished cells that differ from a cell only in size.
struct Siblings {
  std::vector<diagnosis::CompileTime> times;                     // of the cells whose compile ended
  double blown_up_at = std::numeric_limits<double>::infinity();  // the smallest size that blew up
};

Siblings siblings_of(const verdict::CellRecord& record,
                     const std::vector<verdict::CellRecord>& finished, const Size& size) {
  Siblings siblings;
  for (const verdict::CellRecord& other : finished) {
    const auto its = number_of(other, size.axis);
    if (!its || !differ_in_size_alone(record, other, size)) continue;
    if (other.verdict == verdict::Verdict::kCompileBlowup) {
      siblings.blown_up_at = std::min(siblings.blown_up_at, *its);
      continue;
    }
    if (!std::ranges::all_of(other.reports, &verdict::RankReport::finished)) continue;
    const auto times = verdict::slowest_phases(other);
    const auto compile = times.find("compile");
    if (compile != times.end()) siblings.times.push_back({*its, compile->second});
  }
  return siblings;
}

// Returns the factor (value / size) of each axis that grows with the size. These are the axis of
// the size itself, and the axes in `size.follow` whose values are multiples of the size.
std::map<std::string, int> growing_axes(const Values& axes, const Size& size) {
  const std::int64_t own = *integer_of(axes, size.axis);
  std::map<std::string, int> multiples = {{size.axis, 1}};
  for (const std::string_view follower : size.follow) {
    const auto value = integer_of(axes, follower);
    if (value && *value % own == 0) {
      multiples.emplace(follower, static_cast<int>(*value / own));
    }
  }
  return multiples;
}

// Returns the factor by which compile time grows per unit of size. Computes it from the two largest
// cells whose compile ended and from the time that the unfinished compile has taken so far.
double growth_of(const std::vector<diagnosis::CompileTime>& ended,
                 const diagnosis::CompileTime& own) {
  const auto between = [](const diagnosis::CompileTime& a, const diagnosis::CompileTime& b) {
    if (a.seconds <= 0 || b.seconds <= a.seconds) return 1.0;
    return std::pow(b.seconds / a.seconds, 1 / (b.size - a.size));
  };
  const double after = between(ended.back(), own);
  return ended.size() < 2 ? after : std::max(after, between(*(ended.end() - 2), ended.back()));
}

}  // namespace

std::optional<diagnosis::Blowup> find_blowup(const verdict::CellRecord& record,
                                             const std::vector<verdict::CellRecord>& finished,
                                             double seconds, double growth) {
  for (const Size& size : kSizes) {
    const auto own = number_of(record, size.axis);
    if (!own) continue;
    const Siblings siblings = siblings_of(record, finished, size);
    auto blowup = diagnosis::judge_compile_time(size.axis, siblings.times, {*own, seconds},
                                                /*finished=*/false, growth);
    if (!blowup) continue;
    if (siblings.blown_up_at < *own) {
      blowup->blown_up_at = siblings.blown_up_at;
      blowup->past_bound = true;
    }
    return blowup;
  }
  return std::nullopt;
}

std::vector<std::string> smaller_cells(const verdict::CellRecord& record,
                                       const std::vector<verdict::CellRecord>& finished) {
  std::set<std::string> cells;
  for (const Size& size : kSizes) {
    const auto own = number_of(record, size.axis);
    for (const verdict::CellRecord& other : finished) {
      const auto its = number_of(other, size.axis);
      if (own && its && *its < *own && differ_in_size_alone(record, other, size))
        cells.insert(other.cell);
    }
  }
  return {cells.begin(), cells.end()};
}

std::vector<std::size_t> training_order(const matrix::Plan& plan) {
  std::vector<std::size_t> order(plan.cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (const Size& size : kSizes) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto& values = plan.cells[order[i]].cell.values;
      if (integer_of(values, size.axis)) smallest_to_front(plan, size, std::span(order).subspan(i));
    }
  }
  return order;
}

std::optional<GrowingCell> growing_cell(const verdict::CellRecord& record,
                                        const std::vector<verdict::CellRecord>& finished) {
  for (const Size& size : kSizes) {
    const auto own = number_of(record, size.axis);
    if (!own) continue;
    std::vector<diagnosis::CompileTime> ended = siblings_of(record, finished, size).times;
    std::erase_if(ended, [&](const auto& time) { return time.size >= *own; });
    if (ended.empty()) continue;
    std::ranges::sort(ended, {}, &diagnosis::CompileTime::size);
    const diagnosis::CompileTime last = ended.back();
    const double growth = growth_of(ended, {*own, record.seconds});
    const double steps = std::log(kMeasuredSeconds / last.seconds) / std::log(growth);
    const double large = growth > 1 ? last.size + std::ceil(steps) : *own;
    GrowingCell cell{growing_axes(record.axes, size), static_cast<int>(last.size), 0};
    cell.large = static_cast<int>(std::clamp(large, last.size + 1, *own));
    return cell;
  }
  return std::nullopt;
}

std::optional<GrowingCell> growing_cell(const matrix::Cell& cell, std::pair<int, int> sizes) {
  for (const Size& size : kSizes) {
    if (!integer_of(cell.values, size.axis)) continue;
    return GrowingCell{growing_axes(cell.values, size), sizes.first, sizes.second};
  }
  return std::nullopt;
}

}  // namespace gridlock::controller
