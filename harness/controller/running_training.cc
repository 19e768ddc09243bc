#include "harness/controller/running_training.h"

#include <algorithm>
#include <utility>

#include "harness/controller/rank_message.h"
#include "harness/controller/run_folder.h"
#include "harness/monitor/ending.h"
#include "harness/monitor/grace.h"

namespace gridlock::controller {
namespace {

monitor::QuietLimits limits_of(const matrix::Recipe& recipe) {
  return {recipe.likely_seconds, recipe.desync_seconds};
}

}  // namespace

RunningTraining::RunningTraining(Training training, verdict::CellRecord record,
                                 Resources::Allocation allocation, int agents, double now)
    : training_(training),
      record_(std::move(record)),
      allocation_(std::move(allocation)),
      examination_(allocation_.ranks),
      agents_left_(agents),
      started_(now),
      last_progress_(now) {
  record_.repetition = training.repetition;
  for (int rank = 0; rank < allocation_.ranks; ++rank) {
    verdict::RankReport& report = record_.reports.emplace_back();
    report.rank = rank;
    report.phase = "start";
    phase_since_[rank] = now;
    frames_.push_back({rank, {}});
  }
}

void RunningTraining::handle(const protocol::Progress& progress, double now) {
  last_progress_ = now;
  for (std::size_t i = 0; i < std::min(progress.ranks.size(), progress.phases.size()); ++i) {
    verdict::RankReport* report = find(progress.ranks[i]);
    if (report == nullptr || report->phase == progress.phases[i]) continue;
    report->phase = progress.phases[i];
    phase_since_[report->rank] = now;
  }
}

void RunningTraining::handle(const protocol::Report& reported, double now) {
  last_progress_ = now;
  verdict::RankReport* report = find(reported.rank);
  if (report == nullptr) return;
  const protocol::RankMessage message = protocol::rank_message_from_json(reported.message);
  merge_message(*report, message);
  if (const auto* frame = std::get_if<protocol::CompiledFrame>(&message))
    record_frame(*frame, *report);
  if (std::holds_alternative<protocol::DebuggingReport>(message)) {
    debugged_rank_ = reported.rank;
  } else if (debugged_rank_ == reported.rank) {
    debugged_rank_.reset();
  }
  if (!report->error.empty()) note_failure(now);
}

void RunningTraining::handle(const protocol::Exited& exited, double now) {
  last_progress_ = now;
  verdict::RankReport* report = find(exited.rank);
  if (report == nullptr) return;
  if (debugged_rank_ == exited.rank) debugged_rank_.reset();
  report->signal = exited.signal;
  if (exited.signal == 0) report->exit_code = exited.exit_code;
  if (exited.signal != 0 || exited.exit_code != 0 || !report->finished) note_failure(now);
}

void RunningTraining::handle(const protocol::Ended& ended) {
  --agents_left_;
  has_evidence_ |= ended.evidence;
  for (const std::string& note : ended.notes) verdict::add_note(record_, note);
}

void RunningTraining::record_frame(const protocol::CompiledFrame& frame,
                                   const verdict::RankReport& report) {
  frames_[static_cast<std::size_t>(report.rank)].frames.push_back(frame);
  if (auto difference = inconsistency_news_.of(frames_)) inconsistency_ = std::move(difference);
}

void RunningTraining::note_failure(double now) {
  if (first_failure_ < 0) first_failure_ = now;
}

RunningTraining::StopReason RunningTraining::must_stop(const matrix::Recipe& recipe,
                                                       double now) const {
  if (stopping_ || is_debugged()) return StopReason::kNone;
  if (first_failure_ >= 0) {
    return now - first_failure_ > monitor::kGraceSeconds ? StopReason::kFailure : StopReason::kNone;
  }
  if (monitor::ending_finding(examination_, limits_of(recipe))) return StopReason::kFinding;
  return now - last_progress_ > deadline(recipe) ? StopReason::kDeadline : StopReason::kNone;
}

void RunningTraining::mark_stopped(StopReason reason, const matrix::Recipe& recipe) {
  stopping_ = true;
  stop_reason_ = reason;
  stopped_for_ = monitor::ending_finding(examination_, limits_of(recipe));
  if (reason != StopReason::kDeadline) return;
  record_.timed_out = true;
  record_.deadline_seconds = deadline(recipe);
}

double RunningTraining::deadline(const matrix::Recipe& recipe) const {
  return compiles() ? recipe.seconds_while_compiling() : recipe.deadline_seconds;
}

bool RunningTraining::compiles() const {
  return std::ranges::any_of(record_.reports, [](const verdict::RankReport& report) {
    return report.phase.starts_with("compile");
  });
}

std::optional<std::string> RunningTraining::new_inconsistency() {
  return std::exchange(inconsistency_, std::nullopt);
}

std::optional<facts::Finding> RunningTraining::finding() const {
  const bool timed_out = stop_reason_ == StopReason::kDeadline;
  return timed_out || examination_.deadlock() ? monitor::timeout_finding(examination_)
                                              : stopped_for_;
}

verdict::CellRecord RunningTraining::finish(double now) {
  record_.seconds = now - started_;
  record_.frames = health::join(frames_);
  if (has_evidence_) {
    record_.evidence = RunFolder::evidence(record_.cell, record_.repetition);
  }
  for (verdict::RankReport& report : record_.reports) {
    const bool gone = report.exit_code.has_value() || report.signal != 0;
    report.stopped = stopping_ && !gone;
  }
  return record_;
}

std::vector<report::RankPhase> RunningTraining::phases(double now) const {
  std::vector<report::RankPhase> result;
  for (const verdict::RankReport& report : record_.reports) {
    result.push_back({report.rank, report.phase, now - phase_since_.at(report.rank)});
  }
  return result;
}

verdict::RankReport* RunningTraining::find(int rank) {
  const auto report = std::find_if(record_.reports.begin(), record_.reports.end(),
                                   [&](const auto& r) { return r.rank == rank; });
  return report == record_.reports.end() ? nullptr : &*report;
}

}  // namespace gridlock::controller
