#include "harness/report/plain.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/summary.h"
#include "harness/report/wording.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::report {
namespace {

constexpr double kSilence = 30;

// Returns lines about the run so far, and about the running cell that was started first, because
// this cell is the most likely to be stuck.
std::vector<Line> heartbeat_lines(const RunState& state, double now) {
  std::vector<Line> lines(1);
  lines[0].add(fmt::format("  after {}: {} of {} finished, {} running", text::running_time(now),
                           state.finished(), state.total(), state.running().size()));
  const auto oldest = std::ranges::min_element(
      state.running(), {}, [](const auto& entry) { return entry.second.since; });
  if (oldest == state.running().end()) return lines;
  const RunningCell& cell = oldest->second;
  lines[0].add("; longest:");
  lines.emplace_back().add(
      fmt::format("    {}: {}; {}", cell_name(cell.planned->cell.id, cell.repetition),
                  text::running_time(now - cell.since), running_text(cell, now)));
  return lines;
}

}  // namespace

void PlainReporter::print(const std::vector<Line>& lines, double now) {
  std::string text;
  for (const Line& line : lines) text += line.render(kUncut, false) + "\n";
  sink_.write(text);
  last_output_ = now;
}

void PlainReporter::on_start(const matrix::Plan& plan, const RunInfo& info, double now) {
  state_.start(plan, info);
  out_ = info.out;
  std::vector<Line> lines;
  for (const std::string& text : start_lines(plan, info)) lines.emplace_back().add(text);
  print(lines, now);
}

void PlainReporter::on_cell_started(const CellRun& run, double now) {
  state_.cell_started(run, now);
}

void PlainReporter::on_progress(const CellRun& run, const std::vector<RankPhase>& phases,
                                double now) {
  state_.progress(run, phases, now);
}

void PlainReporter::on_output(const CellRun& run, int rank, const std::vector<std::string>& lines,
                              double now) {
  print(output_.with_cell(state_.running(), run, rank, lines), now);
}

void PlainReporter::on_cell_finished(const verdict::CellRecord& record, double now) {
  state_.cell_finished(record);
  print(finished_lines(record, state_.finished(), state_.total()), now);
}

void PlainReporter::on_note(const std::string& text, double now) {
  std::vector<Line> lines;
  for (const std::string& part : text::wrap(text, "  ")) lines.emplace_back().add(part);
  print(lines, now);
}

void PlainReporter::on_tick(double now) {
  if (now - last_output_ >= kSilence) print(heartbeat_lines(state_, now), now);
}

void PlainReporter::on_end(const RunSummary& summary, double now) {
  std::vector<Line> lines(1);
  for (Line& line : summary_lines(summary, out_)) lines.push_back(std::move(line));
  print(lines, now);
}

}  // namespace gridlock::report
