// One training while it runs, from the command to the agents until the last agent has ended its
// part. Collects the ranks' reports in the record of the cell.
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
  // Times are seconds since the run began.
  RunningTraining(Training training, verdict::CellRecord record, Resources::Allocation allocation,
                  int agents, double now);

  void handle(const protocol::Progress& progress, double now);
  void handle(const protocol::Report& report, double now);
  void handle(const protocol::Exited& exited, double now);
  void handle(const protocol::Ended& ended);

  bool over() const { return agents_left_ == 0; }
  // The reason to stop the job now: no progress for `recipe.deadline_seconds` (a compiled frame is
  // progress; while a rank compiles, `compile_deadline_seconds`), a failure of some ranks that the
  // others have had enough time to notice, or a finding (monitor/ending.h). kNone while a debugger
  // is open in one of the ranks.
  enum class StopReason { kNone, kDeadline, kFailure, kFinding };
  StopReason must_stop(const matrix::Recipe& recipe, double now) const;
  void mark_stopped(StopReason reason, const matrix::Recipe& recipe);
  bool is_stopping() const { return stopping_; }
  bool is_debugged() const { return debugged_rank_.has_value(); }
  // Returns the finding for which it was stopped, or would have been; nullopt if there is none.
  std::optional<facts::Finding> finding() const;
  // Returns the first difference so far between what its ranks compiled (health/schedules.h); each
  // difference once.
  std::optional<std::string> new_inconsistency();

  monitor::Examination& examination() { return examination_; }
  const monitor::Examination& examination() const { return examination_; }

  // Returns the record once the job is over, with the fields that depend on the end filled in.
  verdict::CellRecord finish(double now);

  const Training& training() const { return training_; }
  const Resources::Allocation& allocation() const { return allocation_; }
  report::CellRun cell_run() const { return {training_.index, training_.repetition}; }
  std::vector<report::RankPhase> phases(double now) const;

 private:
  verdict::RankReport* find(int rank);
  void record_frame(const protocol::CompiledFrame& frame, const verdict::RankReport& report);
  bool compiles() const;                                // whether one of its ranks does
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
  std::map<int, double> phase_since_;  // by rank
  std::vector<health::RankFrames> frames_;
  health::InconsistencyNews inconsistency_news_;
  std::optional<std::string> inconsistency_;  // not reported yet
};

}  // namespace gridlock::controller
