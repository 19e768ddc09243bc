#include "harness/controller/compile_times.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace gridlock::controller {
namespace {

// The axes along which a graph grows, and those that follow them.
struct Size {
  const char* axis;
  std::vector<std::string_view> follow;
};

const std::array<Size, 2> kSizes = {{{"cp", {"world_size"}}, {"layers", {}}}};

std::optional<double> number_of(const verdict::CellRecord& record, std::string_view axis) {
  for (const auto& [name, value] : record.axes) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (name == axis && number != nullptr) return static_cast<double>(*number);
  }
  return std::nullopt;
}

bool differ_in_size_alone(const verdict::CellRecord& a, const verdict::CellRecord& b,
                          const Size& size) {
  if (a.case_name != b.case_name || a.axes.size() != b.axes.size()) return false;
  for (std::size_t i = 0; i < a.axes.size(); ++i) {
    const auto& [name, value] = a.axes[i];
    if (b.axes[i].first != name) return false;
    const bool may = name == size.axis ||
                     std::find(size.follow.begin(), size.follow.end(), name) != size.follow.end();
    if (!may && b.axes[i].second != value) return false;
  }
  return true;
}

struct Siblings {
  std::vector<diagnosis::CompileTime> times;                     // of those whose compile ended
  double blown_up_at = std::numeric_limits<double>::infinity();  // the smallest that blew up
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
    const auto times = verdict::slowest_phases(other);
    const auto compile = times.find("compile");
    if (compile != times.end()) siblings.times.push_back({*its, compile->second});
  }
  return siblings;
}

}  // namespace

std::optional<diagnosis::Blowup> find_blowup(const verdict::CellRecord& record,
                                             const std::vector<verdict::CellRecord>& finished,
                                             double seconds) {
  for (const Size& size : kSizes) {
    const auto own = number_of(record, size.axis);
    if (!own) continue;
    const Siblings siblings = siblings_of(record, finished, size);
    auto blowup = diagnosis::judge_compile_time(size.axis, siblings.times, {*own, seconds},
                                                /*finished=*/false);
    if (!blowup) continue;
    if (siblings.blown_up_at < *own) {
      blowup->blown_up_at = siblings.blown_up_at;
      blowup->past_bound = true;
    }
    return blowup;
  }
  return std::nullopt;
}

}  // namespace gridlock::controller
