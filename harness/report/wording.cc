#include "harness/report/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::report {
namespace {

std::size_t references(const matrix::Plan& plan) {
  return static_cast<std::size_t>(
      std::ranges::count(plan.cells, matrix::CellRole::kReference, &matrix::PlannedCell::role));
}

// Number of ranks per core above which a warning appears. The default matrix has 4 ranks on two
// cores.
constexpr int kRanksPerCore = 8;

// Returns the largest world size among the cells that this machine can run.
std::int64_t most_ranks(const matrix::Plan& plan) {
  std::int64_t most = 0;
  for (const matrix::PlannedCell& planned : plan.cells) {
    const matrix::Value* size = planned.cell.find("world_size");
    const auto* ranks = size == nullptr ? nullptr : std::get_if<std::int64_t>(size);
    if (ranks != nullptr && planned.skip.empty()) most = std::max(most, *ranks);
  }
  return most;
}

// Returns text such as "[ 4/33]".
std::string nth_of(std::size_t nth, std::size_t total) {
  const auto width = std::to_string(total).size();
  return fmt::format("[{:>{}}/{}]", nth, width, total);
}

}  // namespace

Style style_of(verdict::Verdict verdict) {
  if (verdict == verdict::Verdict::kPass) return Style::kGood;
  return verdict::row(verdict).fails_run() ? Style::kBad : Style::kWarn;
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
      fmt::format("{}: {}", plan.matrix_name, text::count_of(plan.cells.size() - shared, "cell"));
  if (shared > 0) first += fmt::format(" and {}", text::count_of(shared, "reference cell"));
  first +=
      fmt::format(", {} at a time, up to {}, tier {}", info.jobs,
                  text::count_of(static_cast<std::size_t>(info.world_size), "rank"), info.tier);
  std::vector<std::string> lines = {first,
                                    fmt::format("on {}; results in {}", info.machine, info.out)};
  const std::int64_t ranks = most_ranks(plan);
  if (info.cores > 0 && ranks > kRanksPerCore * info.cores) {
    lines.push_back(fmt::format("warning: {} ranks share {}, which makes cells slow", ranks,
                                text::count_of(static_cast<std::size_t>(info.cores), "core")));
  }
  if (!plan.compares()) lines.emplace_back(matrix::kNothingCompared);
  for (const std::string& warning : plan.warnings) lines.push_back("warning: " + warning);
  if (!info.earlier.empty()) {
    lines.push_back(fmt::format("resumed: kept {} of the earlier run, {} left to train",
                                text::count_of(info.earlier.size(), "result"), info.total));
  }
  return lines;
}

Line counts_line(const Counts& counts) {
  Line line;
  bool first = true;
  for (const verdict::VerdictRow& row : verdict::kVerdicts) {
    const std::size_t count = counts.of(row.verdict);
    if (count == 0) continue;
    line.add(first ? "" : ", ");
    line.add(fmt::format("{} {}", count, row.name), style_of(row.verdict));
    const bool some_likely = row.verdict == verdict::Verdict::kDeadlock && counts.likely() > 0;
    if (some_likely) line.add(fmt::format(" ({} of them likely)", counts.likely()));
    const bool some_unjudged = row.verdict == verdict::Verdict::kPass && counts.unjudged() > 0;
    if (some_unjudged) line.add(fmt::format(" ({} of them not compared)", counts.unjudged()));
    first = false;
  }
  return line;
}

static void add_wrapped(const std::string& text, const std::string& indent,
                        std::vector<Line>& lines) {
  for (const std::string& line : text::wrap(text, indent)) lines.emplace_back().add(line);
}

std::vector<Line> finished_lines(const verdict::CellRecord& record, std::size_t nth,
                                 std::size_t total) {
  const verdict::VerdictRow& row = verdict::row(record.verdict);
  const std::string front = nth_of(nth, total) + " ";
  const std::string verdict = text::pad(verdict::verdict_text(record), 12);
  const std::string time = row.ran_to_verdict ? text::duration(record.seconds) : "";
  std::string rest =
      fmt::format(" {}  {}", text::pad_left(time, 11), cell_name(record.cell, record.repetition));
  if (record.role == "reference") rest += " (reference)";

  std::vector<Line> lines(1);
  lines[0].add(front, Style::kDim).add(verdict, style_of(record)).add(rest);
  const int used = text::columns(front) + text::columns(verdict) + text::columns(rest);
  const std::string indent(static_cast<std::size_t>(text::columns(front)), ' ');
  if (!record.sentence.empty() && used + 2 + text::columns(record.sentence) <= text::kPageWidth) {
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
                     text::running_time(slowest->seconds));
}

}  // namespace gridlock::report
