#include "harness/report/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridlock::report {
namespace {

std::size_t references(const matrix::Plan& plan) {
  return static_cast<std::size_t>(
      std::ranges::count(plan.cells, matrix::CellRole::kReference, &matrix::PlannedCell::role));
}

// "[ 4/33]"
std::string nth_of(std::size_t nth, std::size_t total) {
  const auto width = std::to_string(total).size();
  return fmt::format("[{:>{}}/{}]", nth, width, total);
}

}  // namespace

std::string duration(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", std::max(0.0, seconds));
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  return rough_duration(seconds);
}

std::string rough_duration(double seconds) {
  const auto whole = std::llround(std::max(0.0, seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string count_of(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Style style_of(verdict::Verdict verdict) {
  if (verdict == verdict::Verdict::kPass) return Style::kGood;
  return verdict::row(verdict).fails_run ? Style::kBad : Style::kWarn;
}

Style style_of(const verdict::CellRecord& record) {
  return record.unexpected ? Style::kBad : style_of(record.verdict);
}

std::string cell_name(const std::string& id, int repetition) {
  return repetition == 0 ? id : fmt::format("{} #{}", id, repetition + 1);
}

std::vector<std::string> start_lines(const matrix::Plan& plan, const RunInfo& info) {
  const std::size_t shared = references(plan);
  std::string first =
      fmt::format("{}: {}", plan.matrix_name, count_of(plan.cells.size() - shared, "cell"));
  if (shared > 0) first += fmt::format(" and {}", count_of(shared, "reference cell"));
  first += fmt::format(", {} at a time, up to {}, tier {}", info.jobs,
                       count_of(static_cast<std::size_t>(info.world_size), "rank"), info.tier);
  std::vector<std::string> lines = {first,
                                    fmt::format("on {}; results in {}", info.machine, info.out)};
  if (!info.earlier.empty()) {
    lines.push_back(fmt::format("resumed: {} of an earlier run kept, {} to go",
                                count_of(info.earlier.size(), "result"), info.total));
  }
  return lines;
}

Line counts_line(const Counts& counts) {
  Line line;
  bool first = true;
  for (const verdict::VerdictRow& row : verdict::table()) {
    const std::size_t count = counts.of(row.verdict);
    if (count == 0) continue;
    line.add(first ? "" : ", ");
    line.add(fmt::format("{} {}", count, row.name), style_of(row.verdict));
    const bool some_likely = row.verdict == verdict::Verdict::kDeadlock && counts.likely() > 0;
    if (some_likely) line.add(fmt::format(" ({} of them likely)", counts.likely()));
    first = false;
  }
  return line;
}

static void add_wrapped(const std::string& text, const std::string& indent,
                        std::vector<Line>& lines) {
  for (const std::string& line : wrap(text, indent, kPageWidth)) lines.emplace_back().add(line);
}

std::vector<Line> finished_lines(const verdict::CellRecord& record, std::size_t nth,
                                 std::size_t total) {
  const verdict::VerdictRow& row = verdict::row(record.verdict);
  const std::string front = nth_of(nth, total) + " ";
  const std::string verdict = pad(verdict::verdict_text(record), 12);
  const std::string time = row.ran_to_verdict ? duration(record.seconds) : "";
  std::string rest =
      fmt::format(" {}  {}", pad_left(time, 11), cell_name(record.cell, record.repetition));
  if (record.role == "reference") rest += " (reference)";

  std::vector<Line> lines(1);
  lines[0].add(front, Style::kDim).add(verdict, style_of(record)).add(rest);
  const int used = columns(front) + columns(verdict) + columns(rest);
  const std::string indent(static_cast<std::size_t>(columns(front)), ' ');
  if (!record.sentence.empty() && used + 2 + columns(record.sentence) <= kPageWidth) {
    lines[0].add("  " + record.sentence);
  } else if (!record.sentence.empty()) {
    add_wrapped(record.sentence, indent, lines);
  }
  if (!record.note.empty()) add_wrapped("note: " + record.note, indent, lines);
  return lines;
}

std::string running_text(const RunningCell& cell, double now) {
  const auto slowest = slowest_rank(cell, now);
  if (!slowest) return cell.phases.empty() ? "starting" : "ending";
  return fmt::format("rank {} in {} for {}", slowest->rank, slowest->phase,
                     rough_duration(slowest->seconds));
}

}  // namespace gridlock::report
