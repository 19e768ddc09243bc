#include "harness/report/reporters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "harness/report/jsonl.h"
#include "harness/report/junit.h"
#include "harness/report/live.h"
#include "harness/report/plain.h"

namespace gridlock::report {
namespace {

template <typename T>
std::unique_ptr<Reporter> on_sink(const Target& target) {
  return std::make_unique<T>(*target.sink);
}

template <typename T>
std::unique_ptr<Reporter> on_file(const Target& target) {
  return std::make_unique<T>(target.file);
}

constexpr std::array<ReporterRow, 4> kReporters = {{
    {"live", "a live table on a terminal", on_sink<LiveReporter>},
    {"plain", "one line per finished cell, for logs", on_sink<PlainReporter>},
    {"jsonl", "each finished cell as a line of JSON", on_file<JsonlReporter>},
    {"junit", "JUnit XML, written when the run ends", on_file<JunitReporter>},
}};

}  // namespace

std::span<const ReporterRow> reporters() {
  return kReporters;
}

std::unique_ptr<Reporter> make_reporter(std::string_view name, const Target& target) {
  const auto* row = std::ranges::find(kReporters, name, &ReporterRow::name);
  if (row == kReporters.end()) throw std::invalid_argument(fmt::format("no reporter '{}'", name));
  return row->make(target);
}

std::string_view reporter_for(const Sink& sink) {
  return sink.is_terminal() ? "live" : "plain";
}

void Broadcast::on_start(const matrix::Plan& plan, const RunInfo& info, double now) {
  for (const auto& member : members_) member->on_start(plan, info, now);
}
void Broadcast::on_cell_started(const CellRun& run, double now) {
  for (const auto& member : members_) member->on_cell_started(run, now);
}
void Broadcast::on_progress(const CellRun& run, const std::vector<RankPhase>& phases, double now) {
  for (const auto& member : members_) member->on_progress(run, phases, now);
}
void Broadcast::on_output(const CellRun& run, int rank, const std::vector<std::string>& lines,
                          double now) {
  for (const auto& member : members_) member->on_output(run, rank, lines, now);
}
void Broadcast::on_cell_finished(const verdict::CellRecord& record, double now) {
  for (const auto& member : members_) member->on_cell_finished(record, now);
}
void Broadcast::on_note(const std::string& text, double now) {
  for (const auto& member : members_) member->on_note(text, now);
}
void Broadcast::on_tick(double now) {
  for (const auto& member : members_) member->on_tick(now);
}
void Broadcast::on_end(const RunSummary& summary, double now) {
  for (const auto& member : members_) member->on_end(summary, now);
}

}  // namespace gridlock::report
