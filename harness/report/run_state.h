// The state of a run in progress: its running cells, its verdicts so far, and an estimate of the
// time left. It writes no text and draws nothing.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/report/reporter.h"

namespace gridlock::report {

// Counts the records with each verdict, in the order of verdict::kVerdicts.
class Counts {
 public:
  void add(const verdict::CellRecord& record) {
    ++counts_[record.verdict];
    likely_ += verdict::is_likely(record);
    unjudged_ += record.unjudged && record.verdict == verdict::Verdict::kPass;
  }
  std::size_t of(verdict::Verdict verdict) const {
    const auto found = counts_.find(verdict);
    return found != counts_.end() ? found->second : 0;
  }
  std::size_t likely() const { return likely_; }      // likely deadlocks
  std::size_t unjudged() const { return unjudged_; }  // unjudged passes

 private:
  std::size_t likely_ = 0;
  std::size_t unjudged_ = 0;
  std::map<verdict::Verdict, std::size_t> counts_;
};

// Estimates the time that a cell takes, from the median of the finished cells with the same
// compiler backend. The backend affects the time more than all other axes together.
class Pace {
 public:
  void add(const verdict::CellRecord& record);

  // Returns the expected time of the cell in seconds. If no cell with its backend has finished,
  // uses the median of all finished cells. Returns nullopt if no cell has finished.
  std::optional<double> expect(const matrix::Cell& cell) const;

 private:
  std::map<std::string, std::vector<double>> by_backend_;
  std::vector<double> all_;
};

struct RunningCell {
  const matrix::PlannedCell* planned = nullptr;
  int repetition = 0;
  double since = 0;               // when the cell was started, like `now` of Reporter
  std::vector<RankPhase> phases;  // phases of all ranks at the time `phases_at`
  double phases_at = 0;
};

// Returns the rank that has been in its phase for the longest time. Ranks that are done do not
// count. Returns nullopt if no rank has reported a phase, or if all ranks are done.
std::optional<RankPhase> slowest_rank(const RunningCell& cell, double now);

class RunState {
 public:
  void start(const matrix::Plan& plan, const RunInfo& info);
  void cell_started(const CellRun& run, double now);
  void progress(const CellRun& run, const std::vector<RankPhase>& phases, double now);
  void cell_finished(const verdict::CellRecord& record);

  std::size_t total() const { return info_.total; }
  std::size_t finished() const { return finished_; }
  std::size_t unexpected() const { return unexpected_; }
  const Counts& counts() const { return counts_; }
  const std::map<CellRun, RunningCell>& running() const { return running_; }

  // Returns the expected time left, in seconds. Returns nullopt until the first cell has finished.
  std::optional<double> seconds_left(double now) const;

 private:
  const matrix::Plan* plan_ = nullptr;
  RunInfo info_;
  std::map<std::string, std::size_t> index_of_;
  std::set<std::size_t> unseen_;  // cells of the plan that are neither started nor finished
  std::map<CellRun, RunningCell> running_;
  Pace pace_;
  Counts counts_;
  std::size_t finished_ = 0;
  std::size_t unexpected_ = 0;
};

}  // namespace gridlock::report
