#include "harness/report/run_state.h"

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

std::optional<RankPhase> slowest_rank(const RunningCell& cell, double now) {
  std::optional<RankPhase> slowest;
  for (const RankPhase& rank : cell.phases) {
    if (rank.phase == "done") continue;
    if (!slowest || rank.seconds > slowest->seconds) slowest = rank;
  }
  if (slowest) slowest->seconds += now - cell.phases_at;
  return slowest;
}

void RunState::start(const matrix::Plan& plan, const RunInfo& info) {
  plan_ = &plan;
  info_ = info;
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    index_of_[plan.cells[i].cell.id] = i;
    unseen_.insert(i);
  }
}

void RunState::cell_started(const CellRun& run, double now) {
  running_[run] = {&plan_->cells.at(run.index), run.repetition, now, {}, now};
  unseen_.erase(run.index);
}

void RunState::progress(const CellRun& run, const std::vector<RankPhase>& phases, double now) {
  const auto found = running_.find(run);
  if (found == running_.end()) return;
  found->second.phases = phases;
  found->second.phases_at = now;
}

void RunState::cell_finished(const verdict::CellRecord& record) {
  const auto found = index_of_.find(record.cell);
  if (found != index_of_.end()) {
    running_.erase({found->second, record.repetition});
    unseen_.erase(found->second);
  }
  pace_.add(record);
  counts_.add(record);
  ++finished_;
  unexpected_ += record.unexpected ? 1 : 0;
}

std::optional<double> RunState::seconds_left(double now) const {
  double work = 0;
  for (const auto& [run, cell] : running_) {
    const auto expected = pace_.expect(cell.planned->cell);
    if (!expected) return std::nullopt;
    work += std::max(0.0, *expected - (now - cell.since));
  }
  const std::size_t over = finished_ + running_.size();
  const std::size_t queued = info_.total > over ? info_.total - over : 0;
  if (queued > 0) {
    // Multiplies the mean time of the cells in `unseen_` by the number of runs left. With
    // repetitions and resumed cells, this number differs from the size of `unseen_`.
    double sum = 0;
    for (std::size_t index : unseen_) sum += pace_.expect(plan_->cells[index].cell).value_or(0);
    const auto any = pace_.expect({});
    if (!any) return std::nullopt;
    const double mean = unseen_.empty() ? *any : sum / static_cast<double>(unseen_.size());
    work += mean * static_cast<double>(queued);
  }
  return work / std::max(1, info_.jobs);
}

}  // namespace gridlock::report
