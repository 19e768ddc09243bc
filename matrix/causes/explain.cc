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

std::vector<std::size_t> by_size(const Observations& observations, const Bits& rows) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    if (rows.test(i)) result.push_back(i);
  }
  std::ranges::sort(result, [&](std::size_t a, std::size_t b) {
    return is_smaller(observations[a].cell, observations[b].cell);
  });
  return result;
}

// Returns the observations with and without a failure.
std::pair<Bits, Bits> parted(const Observations& observations) {
  std::pair<Bits, Bits> parts(observations.size(), observations.size());
  for (std::size_t i = 0; i < observations.size(); ++i)
    (observations[i].failed() ? parts.first : parts.second).set(i);
  return parts;
}

std::ptrdiff_t nearest_pass(const Observations& observations, const Cell& cell) {
  std::ptrdiff_t nearest = -1;
  std::size_t least = 0;
  for (const std::size_t i : by_size(observations, parted(observations).second)) {
    const std::size_t now = difference(cell, observations[i].cell);
    if (nearest >= 0 && now >= least) continue;
    nearest = static_cast<std::ptrdiff_t>(i);
    least = now;
  }
  return nearest;
}

// Returns conditions for one value that hold for all finished cells of a hypothesis, on axes that
// apply to all of them and that neither the hypothesis nor an alternative names.
std::vector<Condition> always_of(const Observations& observations, const Table& table,
                                 const Cause& cause, const Bits& finished) {
  const auto names = [](const Conjunction& conjunction, const std::string& axis) {
    return std::ranges::find(conjunction, axis, &Condition::axis) != conjunction.end();
  };
  const auto applies = [&](const std::string& axis) {
    for (std::size_t i = 0; i < observations.size(); ++i) {
      if (finished.test(i) && observations[i].cell.find(axis) == nullptr) return false;
    }
    return true;
  };
  std::vector<Condition> always;
  for (const Column& column : table.columns) {
    const std::string& axis = column.condition.axis;
    const bool is_named =
        names(cause.conjunction, axis) ||
        std::ranges::any_of(cause.alternatives, [&](const auto& it) { return names(it, axis); });
    if (is_named || !column.condition.names_one_value()) continue;
    if (column.finished.count_with(finished) == finished.count() && applies(axis))
      always.push_back(column.condition);
  }
  return always;
}

Cause describe(const Observations& observations, const Table& table,
               const CoveringCause& covering) {
  const Hypothesis& best = covering.hypotheses.front();
  Cause cause;
  cause.conjunction = conjunction_of(table, best);
  for (std::size_t i = 1; i < covering.hypotheses.size(); ++i) {
    const Hypothesis& other = covering.hypotheses[i];
    if (other.columns.size() != best.columns.size() || other.failures != best.failures ||
        other.passes != best.passes || other.score < best.score - kAsGood) {
      continue;
    }
    cause.alternatives.push_back(conjunction_of(table, other));
  }
  cause.always = always_of(observations, table, cause, covering.finished);
  cause.failures = by_size(observations, both(parted(observations).first, covering.finished));
  cause.passes = by_size(observations, covering.finished);
  std::erase_if(cause.passes, [&](std::size_t i) { return observations[i].passes == 0; });
  cause.nearest_pass = nearest_pass(observations, observations[cause.failures.front()].cell);
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
    explanation.unexplained = by_size(observations, parted(observations).first);
    return explanation;
  }
  const Cover cover = find_cover(table);
  for (const CoveringCause& covering : cover.causes) {
    explanation.causes.push_back(describe(observations, table, covering));
  }
  std::ranges::stable_sort(explanation.causes, std::ranges::greater{},
                           [](const Cause& cause) { return cause.failures.size(); });
  Bits unexplained = parted(observations).first;
  for (const CoveringCause& covering : cover.causes) unexplained.subtract(covering.finished);
  explanation.unexplained = by_size(observations, unexplained);
  return explanation;
}

}  // namespace gridlock::matrix::causes
