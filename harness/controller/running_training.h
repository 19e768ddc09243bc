// A training run in progress. It begins with the command to the agents and ends when the last agent
// has reported the end of its ranks. It collects the reports of the ranks in the record of the
// cell.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/controller/resources.h"
#include "harness/controller/training.h"
#include "harness/health/schedules.h"
#include "harness/monitor/examination.h"
#include "harness/protocol/messages.h"
#include "harness/report/reporter.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

class RunningTraining {
 public:
  // Starts the record. `now` is in seconds since the run began, as are all times of this class.
  RunningTraining(Training training, verdict::CellRecord record, Resources::Allocation allocation,
                  int agents, double now);

  void handle(const protocol::Progress& progress, double now);
  void handle(const protocol::Report& report, double now);
  void handle(const protocol::Exited& exited, double now);
  void handle(const protocol::Ended& ended);

  bool over() const { return agents_left_ == 0; }
  // The reason to stop the job. kDeadline: no progress for `recipe.deadline_seconds` or, while a
  // rank compiles, for `compile_deadline_seconds`; a compiled frame counts as progress. kFailure: a
  // rank failed, and the other ranks have had time to notice. kFinding: a finding ends the job
  // (monitor/ending.h). kNone: no reason, or a rank has a debugger open.
  enum class StopReason { kNone, kDeadline, kFailure, kFinding };
  StopReason must_stop(const matrix::Recipe& recipe, double now) const;
  void mark_stopped(StopReason reason, const matrix::Recipe& recipe);
  bool is_stopping() const { return stopping_; }
  bool is_debugged() const { return debugged_rank_.has_value(); }
  // Returns the finding because of which gridlock stopped the job. If the job ended by itself,
  // returns the finding because of which gridlock would have stopped it. Returns nullopt if there
  // is no such finding.
  std::optional<facts::Finding> finding() const;
  // Returns the first difference between the code that ranks compiled (health/schedules.h), once.
  // Returns nullopt if there is none or if it has been returned before.
  std::optional<std::string> new_inconsistency();

  monitor::Examination& examination() { return examination_; }
  const monitor::Examination& examination() const { return examination_; }

  // Returns the complete record. The job must be over, because some fields depend on how it ended.
  verdict::CellRecord finish(double now);

  const Training& training() const { return training_; }
  const Resources::Allocation& allocation() const { return allocation_; }
  report::CellRun cell_run() const { return {training_.index, training_.repetition}; }
  std::vector<report::RankPhase> phases(double now) const;

 private:
  verdict::RankReport* find(int rank);
  void record_frame(const protocol::CompiledFrame& frame, const verdict::RankReport& report);
  bool compiles() const;                                // whether a rank compiles now
  double deadline(const matrix::Recipe& recipe) const;  // seconds without progress
  void note_failure(double now);

  Training training_;
  verdict::CellRecord record_;
  Resources::Allocation allocation_;
  monitor::Examination examination_;
  int agents_left_;
  double started_;
  double last_progress_;
  double first_failure_ = -1;
  bool stopping_ = false;
  StopReason stop_reason_ = StopReason::kNone;
  std::optional<facts::Finding> stopped_for_;
  bool has_evidence_ = false;
  std::optional<int> debugged_rank_;
  std::map<int, double> phase_since_;  // key: rank
  std::vector<health::RankFrames> frames_;
  health::InconsistencyNews inconsistency_news_;
  std::optional<std::string> inconsistency_;  // found, but not reported yet
};

}  // namespace gridlock::controller
