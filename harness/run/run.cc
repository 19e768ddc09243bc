#include "harness/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "harness/controller/cell_matrix.h"
#include "harness/controller/repro_exporter.h"
#include "harness/controller/results.h"
#include "harness/controller/specification.h"
#include "harness/process/files.h"
#include "harness/report/output_error.h"
#include "harness/report/results_log.h"
#include "harness/run/places.h"
#include "harness/run/resume.h"
#include "harness/run/runs.h"
#include "harness/run/traces.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "harness/verdict/verdict.h"
#include "matrix/planner.h"

namespace gridlock::run {
namespace {

using controller::Results;
using report::End;

// Returns the local date in ISO format. It decides whether a quarantine has expired.
std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[sizeof "2026-01-31"];
  std::strftime(text, sizeof text, "%F", std::localtime(&now));
  return text;
}

report::RunInfo describe(const matrix::Plan& plan, const RunOptions& options,
                         const Results& results) {
  const controller::TrainingOptions& training = options.training;
  report::RunInfo info;
  info.tier = training.tier;
  info.machine = controller::describe(training.machine);
  info.cores = training.machine.cores;
  info.out = text::shown_path(options.folder.root());
  int smallest = 0;
  for (const matrix::PlannedCell& planned : plan.cells) {
    const int world_size = controller::world_size_of(planned.cell);
    info.world_size = std::max(info.world_size, world_size);
    smallest = smallest == 0 ? world_size : std::min(smallest, world_size);
  }
  const controller::Resources resources(training.machine, training.jobs);
  info.jobs = resources.max_concurrent(smallest, training.machine.gpus > 0);
  info.earlier = results.records();
  info.total = controller::all_trainings(plan, training.repeat).size() - results.resumed_count();
  return info;
}

// Reports stored results that are not used because the matrix was edited after the run began.
void report_unplanned(const matrix::Plan& plan, const report::ResultsLog& log,
                      report::Reporter& listener) {
  std::set<std::string> unplanned;
  for (const verdict::CellRecord& record : log.earlier()) {
    if (plan.find(record.cell) == nullptr) unplanned.insert(record.cell);
  }
  if (unplanned.empty()) return;
  const bool one = unplanned.size() == 1;
  listener.on_note(text::count_of(unplanned.size(), "cell") + " of the earlier run " +
                       (one ? "is" : "are") + " no longer in the matrix (" +
                       (one ? "" : "the first is ") + *unplanned.begin() +
                       "); results.jsonl keeps " + (one ? "its" : "their") + " results",
                   0);
}

// Returns a warning that the code was edited after it produced the earlier results. Returns "" if
// there are no earlier results or no edits.
std::string note_of_edits(const RunOptions& options, const report::ResultsLog& log) {
  if (!options.identity || log.earlier().empty()) return "";
  const std::string edits = edits_since(options.folder, *options.identity);
  if (edits.empty()) return "";
  return fmt::format("{} since this run began; {} of the run {} from the code before the edit",
                     edits, text::count_of(log.earlier().size(), "result"),
                     log.earlier().size() == 1 ? "is" : "are");
}

void begin(const RunOptions& options) {
  if (options.identity && !read_identity(options.folder)) {
    write_identity(options.folder, *options.identity);
  }
  if (const auto runs = runs_around(options.folder)) runs->update_latest();
}

// Undoes begin(). Removes a folder that gridlock named. In a folder that the user named, removes
// only what begin() wrote, because the folder may contain other files.
void discard(const controller::RunFolder& folder) {
  std::error_code ignored;
  if (const auto runs = runs_around(folder)) {
    std::filesystem::remove_all(folder.root(), ignored);
    runs->update_latest();
    return;
  }
  for (const auto& path : {folder.identity(), folder.results(), folder.root()}) {
    std::filesystem::remove(path, ignored);
  }
}

// Returns the number of the plan's training runs that have no verdict.
std::size_t count_left(const matrix::Plan& plan, const RunOptions& options,
                       const Results& results) {
  const auto all = controller::all_trainings(plan, options.training.repeat);
  const auto unseen = std::ranges::count_if(
      all, [&](const controller::Training& training) { return !results.is_finished(training); });
  const auto interrupted = std::ranges::count(results.records(), verdict::Verdict::kInterrupted,
                                              &verdict::CellRecord::verdict);
  return static_cast<std::size_t>(unseen + interrupted);
}

report::RunSummary summarize(const matrix::Plan& plan, const Results& results) {
  report::RunSummary summary{.records = results.records()};
  for (const matrix::InfeasibleCell& infeasible : plan.infeasible) {
    summary.records.push_back(verdict::make_record(infeasible));
  }
  std::set<std::string> ran;
  for (const verdict::CellRecord& record : results.records()) {
    if (verdict::row(record.verdict).ran_to_verdict) ran.insert(record.cell);
  }
  summary.coverage = matrix::coverage(plan, ran);
  return summary;
}

int failures(const Results& results) {
  return static_cast<int>(
      std::ranges::count(results.records(), true, &verdict::CellRecord::unexpected));
}

// Decides whether the run must end now, and why. End::kCompleted means that it may continue.
class StopCondition {
 public:
  StopCondition(const RunOptions& options, const Results& results)
      : options_(options), results_(results), failed_before_(failures(results)) {}

  End reason(double now) const {
    const RunLimits& limits = options_.limits;
    if (options_.interrupted()) return End::kInterrupted;
    if (limits.failures > 0 && failures(results_) - failed_before_ >= limits.failures) {
      return End::kFailures;
    }
    return limits.seconds > 0 && now >= limits.seconds ? End::kTime : End::kCompleted;
  }

 private:
  const RunOptions& options_;
  const Results& results_;
  int failed_before_;
};

// Adds the scripts that an earlier part of a resumed run has written for its failures.
void add_kept_scripts(report::RunSummary& summary, const controller::RunFolder& folder) {
  for (const verdict::CellRecord& record : summary.records) {
    const auto script = folder.root() / record.evidence / controller::kScriptName;
    if (!record.evidence.empty() && std::filesystem::exists(script)) {
      summary.scripts.try_emplace(record.evidence);
    }
  }
}

void write_claims(const report::RunSummary& summary, const controller::RunFolder& folder) {
  if (summary.claims.empty()) return;
  verdict::Json json = verdict::Json::array();
  for (const verdict::ClaimFinding& finding : summary.claims)
    json.push_back(verdict::to_json(finding));
  if (!process::write_text(folder.claims(), json.dump(2) + "\n"))
    throw report::OutputError("write", folder.claims(), errno);
}

// Explains the failures and writes the claims. Returns the error if a file cannot be written, so
// that the summary is reported all the same.
std::optional<report::OutputError> add_explanations(const matrix::Plan& plan,
                                                    const RunOptions& options,
                                                    report::Reporter& listener,
                                                    report::RunSummary& summary) {
  const bool goes_on = summary.end != End::kInterrupted;
  try {
    write_claims(summary, options.folder);
    if (options.places && goes_on)
      summary.places = find_places(plan, summary.records, options, listener, summary.seconds);
    if (options.traces && goes_on)
      summary.traces = collect_traces(plan, summary.records, options, listener, summary.seconds);
  } catch (const report::OutputError& error) {
    return error;
  }
  return std::nullopt;
}

report::RunSummary train(const matrix::Plan& plan, const RunOptions& options,
                         report::ResultsLog& log, report::Reporter& listener) {
  controller::ReproExporter exporter(options.training.launch, options.training.machine);
  controller::ReproExporter* wanted = options.scripts ? &exporter : nullptr;
  Results results(plan, options.folder, log, listener, today(), wanted, options.training.keep_logs,
                  controller::cell_options(options.training));
  listener.on_start(plan, describe(plan, options, results), 0);
  report_unplanned(plan, log, listener);
  const std::string note = note_of_edits(options, log);
  if (!note.empty()) listener.on_note(note, 0);

  End end = End::kCompleted;
  double seconds = 0;
  {
    const StopCondition stop(options, results);
    controller::Controller controller(plan, options.training, options.folder, results, listener,
                                      wanted);
    controller.run([&] { return (end = stop.reason(controller.now())) != End::kCompleted; });
    seconds = controller.now();
    exporter.finish(options.interrupted);  // before ~Controller, which kills all descendants
  }
  report::RunSummary summary = summarize(plan, results);
  summary.end = end;
  summary.seconds = seconds;
  summary.scripts = exporter.outcomes();
  add_kept_scripts(summary, options.folder);
  if (end == End::kCompleted) summary.claims = verdict::judge_claims(plan.claims, summary.records);
  const auto lost = add_explanations(plan, options, listener, summary);
  if (options.interrupted()) summary.end = End::kInterrupted;
  summary.left = count_left(plan, options, results);
  if (summary.left > 0) summary.resume = options.resume_command;
  summary.causes = options.causes_command;
  summary.note = note;
  listener.on_end(summary, seconds);
  if (lost) throw report::OutputError(*lost);
  return summary;
}

}  // namespace

report::RunSummary run(const matrix::Plan& plan, const RunOptions& options,
                       report::Reporter& listener) {
  using Start = report::ResultsLog::Start;
  report::ResultsLog log(options.folder.results(), options.resume ? Start::kResume : Start::kFresh);
  try {
    begin(options);
    return train(plan, options, log, listener);
  } catch (...) {
    if (!options.resume && !options.folder.has_results()) discard(options.folder);
    throw;
  }
}

}  // namespace gridlock::run
