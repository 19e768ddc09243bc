#include "harness/report/live.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/summary.h"
#include "harness/report/wording.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::report {
namespace {

constexpr double kBetweenDraws = 0.1;
constexpr std::size_t kMostRows = 10;

std::string repeated(const char* text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

Line progress_line(const RunState& state, double now, int width) {
  const int bar = std::clamp(width / 4, 8, 30);
  const double share = state.total() == 0 ? 1.0
                                          : static_cast<double>(state.finished()) /
                                                static_cast<double>(state.total());
  const int full = std::min(bar, static_cast<int>(share * bar));
  Line line;
  line.add(repeated("━", full), state.unexpected() > 0 ? Style::kBad : Style::kGood)
      .add(repeated("─", bar - full), Style::kDim)
      .add(fmt::format(" {}/{}  {}", state.finished(), state.total(), text::running_time(now)));
  if (const auto left = state.seconds_left(now); left && state.finished() < state.total()) {
    line.add(fmt::format(", about {} left", text::running_time(*left)));
  }
  return line.add("  ").add(counts_line(state.counts()));
}

// Returns a line for each running cell. The column of names gets the width that the other columns
// do not use, but no more than the longest name needs.
std::vector<Line> running_lines(const RunState& state, double now, int width) {
  std::vector<const RunningCell*> cells;
  for (const auto& [run, cell] : state.running()) cells.push_back(&cell);
  std::ranges::stable_sort(cells, {}, &RunningCell::since);
  const std::size_t shown = std::min(cells.size(), kMostRows);
  int names = 0;
  int texts = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    names =
        std::max(names, text::columns(cell_name(cells[i]->planned->cell.id, cells[i]->repetition)));
    texts = std::max(texts, text::columns(running_text(*cells[i], now)));
  }
  const int age_columns = 13;
  names = std::clamp(width - age_columns - 2 - texts, 12, std::max(12, names));
  std::vector<Line> lines;
  for (std::size_t i = 0; i < shown; ++i) {
    const RunningCell& cell = *cells[i];
    const std::string name = cell_name(cell.planned->cell.id, cell.repetition);
    lines.emplace_back()
        .add(text::pad_left(text::running_time(now - cell.since), age_columns - 2), Style::kDim)
        .add("  " + text::pad(text::cut(name, names), names) + "  ")
        .add(running_text(cell, now), Style::kDim);
  }
  if (cells.size() > shown) {
    lines.emplace_back().add(fmt::format("  and {} more", cells.size() - shown), Style::kDim);
  }
  return lines;
}

}  // namespace

std::vector<Line> LiveReporter::block(double now) const {
  const int width = sink_.width() - 1;
  std::vector<Line> lines = {progress_line(state_, now, width)};
  for (Line& line : running_lines(state_, now, width)) lines.push_back(std::move(line));
  return lines;
}

void LiveReporter::refresh(double now) {
  if (now - last_draw_ < kBetweenDraws) return;
  screen_.draw(above_, block(now));
  above_.clear();
  last_draw_ = now;
}

void LiveReporter::on_start(const matrix::Plan& plan, const RunInfo& info, double now) {
  state_.start(plan, info);
  out_ = info.out;
  for (const std::string& text : start_lines(plan, info)) above_.emplace_back().add(text);
  refresh(now);
}

void LiveReporter::on_cell_started(const CellRun& run, double now) {
  state_.cell_started(run, now);
  refresh(now);
}

void LiveReporter::on_progress(const CellRun& run, const std::vector<RankPhase>& phases,
                               double now) {
  state_.progress(run, phases, now);
  refresh(now);
}

void LiveReporter::on_output(const CellRun& run, int rank, const std::vector<std::string>& lines,
                             double now) {
  for (Line& line : output_.with_cell(state_.running(), run, rank, lines)) {
    above_.push_back(std::move(line));
  }
  refresh(now);
}

void LiveReporter::on_cell_finished(const verdict::CellRecord& record, double now) {
  state_.cell_finished(record);
  // Prints only cells that were launched and did not pass. All other cells appear only in the
  // counts, because hundreds of lines would hide the failures.
  if (record.verdict != verdict::Verdict::kPass && verdict::row(record.verdict).ran_to_verdict) {
    for (Line& line : finished_lines(record, state_.finished(), state_.total())) {
      above_.push_back(std::move(line));
    }
  }
  refresh(now);
}

void LiveReporter::on_note(const std::string& text, double now) {
  for (const std::string& part : text::wrap(text, "  ")) above_.emplace_back().add(part);
  refresh(now);
}

void LiveReporter::on_tick(double now) {
  refresh(now);
}

void LiveReporter::on_end(const RunSummary& summary, double /*now*/) {
  above_.emplace_back();
  for (Line& line : summary_lines(summary, out_)) above_.push_back(std::move(line));
  screen_.draw(above_, {});
  screen_.close();
}

}  // namespace gridlock::report
