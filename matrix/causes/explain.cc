#include <algorithm>

#include "matrix/causes/causes.h"
#include "matrix/causes/cover.h"
#include "matrix/schema.h"

namespace gridlock::matrix::causes {
namespace {

using Observations = std::vector<Observation>;

// The largest difference in score at which an alternative counts as good as the cause. Penalties
// (penalty()) alone cause differences of this size.
constexpr double kAsGood = 1.2;

std::size_t difference(const Cell& a, const Cell& b) {
  std::size_t count = 0;
  for (const auto& [axis, value] : a.values) {
    const Value* other = b.find(axis);
    count += other == nullptr || *other != value ? 1 : 0;
  }
  for (const auto& [axis, value] : b.values) count += a.find(axis) == nullptr ? 1 : 0;
  return count;
}

bool is_smaller(const Cell& a, const Cell& b) {
  return std::pair(size_of(a), a.id) < std::pair(size_of(b), b.id);
}

std::vector<std::size_t> by_size(const Observations& observations, const Bits& cells) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    if (cells.test(i)) result.push_back(i);
  }
  std::ranges::sort(result, [&](std::size_t a, std::size_t b) {
    return is_smaller(observations[a].cell, observations[b].cell);
  });
  return result;
}

std::ptrdiff_t nearest_pass(const Observations& observations, const Table& table,
                            const Cell& cell) {
  std::ptrdiff_t nearest = -1;
  std::size_t least = 0;
  for (const std::size_t i : by_size(observations, table.passed)) {
    const std::size_t now = difference(cell, observations[i].cell);
    if (nearest >= 0 && now >= least) continue;
    nearest = static_cast<std::ptrdiff_t>(i);
    least = now;
  }
  return nearest;
}

Cause describe(const Observations& observations, const Table& table,
               const CoveringCause& covering) {
  const Hypothesis& best = covering.hypotheses.front();
  Cause cause{conjunction_of(table, best), {}, {}, {}};
  for (std::size_t i = 1; i < covering.hypotheses.size(); ++i) {
    const Hypothesis& other = covering.hypotheses[i];
    if (other.columns.size() != best.columns.size() || other.failures != best.failures ||
        other.passes != best.passes || other.score < best.score - kAsGood) {
      continue;
    }
    cause.alternatives.push_back(conjunction_of(table, other));
  }
  Bits failures = covering.finished;
  failures.intersect(table.failed);
  Bits passes = covering.finished;
  passes.intersect(table.passed);
  cause.failures = by_size(observations, failures);
  cause.passes = by_size(observations, passes);
  cause.nearest_pass = nearest_pass(observations, table, observations[cause.failures.front()].cell);
  return cause;
}

}  // namespace

double size_of(const Cell& cell) {
  double size = 1;
  double numbers = 0;
  for (const auto& [name, value] : cell.values) {
    const Axis* axis = catalogue().find(name);
    if (axis != nullptr) size *= axis->cost(value);
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      numbers += static_cast<double>(*number);
    }
  }
  return size + 1e-3 * numbers;
}

Explanation explain(const Observations& observations) {
  const Table table(observations, {});
  Explanation explanation;
  // Without a passing cell, causes cannot be distinguished.
  if (table.passed.count() == 0) {
    explanation.unexplained = by_size(observations, table.failed);
    return explanation;
  }
  const Cover cover = find_cover(table);
  for (const CoveringCause& covering : cover.causes) {
    explanation.causes.push_back(describe(observations, table, covering));
  }
  std::ranges::stable_sort(explanation.causes, std::ranges::greater{},
                           [](const Cause& cause) { return cause.failures.size(); });
  explanation.unexplained = by_size(observations, cover.unexplained);
  return explanation;
}

}  // namespace gridlock::matrix::causes
