#include "harness/controller/training.h"

#include <algorithm>

#include "harness/controller/compile_times.h"

namespace gridlock::controller {
namespace {

bool must_agree_with_itself(const matrix::PlannedCell& planned) {
  return std::any_of(planned.relations.begin(), planned.relations.end(),
                     [&](const auto& relation) { return relation.partner == planned.cell.id; });
}

bool is_planned(const matrix::Plan& plan, const std::string& cell) {
  return std::any_of(plan.cells.begin(), plan.cells.end(),
                     [&](const matrix::PlannedCell& planned) { return planned.cell.id == cell; });
}

}  // namespace

std::vector<Training> all_trainings(const matrix::Plan& plan, int repeat) {
  std::vector<Training> result;
  for (const std::size_t index : order_of_training(plan)) {
    const matrix::PlannedCell& planned = plan.cells[index];
    int times = must_agree_with_itself(planned) ? std::max(2, repeat) : repeat;
    if (!planned.skip.empty()) times = 1;
    for (int repetition = 0; repetition < times; ++repetition)
      result.push_back({index, repetition});
  }
  return result;
}

bool is_ready(const Training& training, const matrix::Plan& plan,
              const std::set<FinishedKey>& finished) {
  const matrix::PlannedCell& planned = plan.cells[training.index];
  if (training.repetition > 0 && !finished.contains({planned.cell.id, training.repetition - 1})) {
    return false;
  }
  return std::all_of(
      planned.relations.begin(), planned.relations.end(), [&](const matrix::RelationTo& relation) {
        return relation.partner == planned.cell.id || finished.contains({relation.partner, 0}) ||
               !is_planned(plan, relation.partner);
      });
}

}  // namespace gridlock::controller
