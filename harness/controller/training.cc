#include "harness/controller/training.h"

#include <algorithm>

#include "harness/controller/compile_times.h"
#include "harness/controller/specification.h"
#include "matrix/setting_names.h"

namespace gridlock::controller {
namespace {

bool is_planned(const matrix::Plan& plan, const std::string& cell) {
  return std::any_of(plan.cells.begin(), plan.cells.end(),
                     [&](const matrix::PlannedCell& planned) { return planned.cell.id == cell; });
}

// Returns whether an axis of the cell sets something that Python or torch reads only at startup.
bool needs_fresh_interpreters(const matrix::Cell& cell) {
  return word_of(cell, "hash_seed") == "per_rank" ||
         std::ranges::any_of(cell.values, [](const auto& value) {
           return !matrix::environment_variable(value.first).empty();
         });
}

}  // namespace

std::vector<Training> all_trainings(const matrix::Plan& plan, int repeat) {
  std::vector<Training> result;
  for (const std::size_t index : training_order(plan)) {
    const matrix::PlannedCell& planned = plan.cells[index];
    int times = std::max(1 + static_cast<int>(tiers_again(planned).size()), repeat);
    if (!planned.skip.empty()) times = 1;
    for (int repetition = 0; repetition < times; ++repetition)
      result.push_back({index, repetition});
  }
  return result;
}

std::string tier_of(const matrix::PlannedCell& planned, int repetition, const std::string& tier) {
  if (needs_fresh_interpreters(planned.cell)) return "cold";
  const auto again = tiers_again(planned);
  const auto index = static_cast<std::size_t>(repetition) - 1;
  return repetition == 0 || index >= again.size() || again[index].empty() ? tier : again[index];
}

bool uses_cold_tier(const matrix::PlannedCell& planned, const std::string& tier) {
  return tier_of(planned, 0, tier) == "cold" ||
         std::ranges::any_of(tiers_again(planned),
                             [](const auto& again) { return again == "cold"; });
}

bool is_ready(const Training& training, const matrix::Plan& plan,
              const std::set<FinishedKey>& finished) {
  const matrix::PlannedCell& planned = plan.cells[training.index];
  if (training.repetition > 0 && !finished.contains({planned.cell.id, training.repetition - 1})) {
    return false;
  }
  const auto has_ended = [&](const std::string& cell) {
    return finished.contains({cell, 0}) || !is_planned(plan, cell);
  };
  if (planned.compile_limits.compares_with_uncompiled() && !has_ended(planned.uncompiled))
    return false;
  return std::ranges::all_of(planned.relations, [&](const matrix::RelationTo& relation) {
    return relation.partner == planned.cell.id || has_ended(relation.partner);
  });
}

}  // namespace gridlock::controller
