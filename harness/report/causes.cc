#include "harness/report/causes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "harness/text/columns.h"
#include "harness/text/quantity.h"
#include "harness/verdict/verdict.h"

namespace gridlock::report {
namespace {

using matrix::causes::Cause;
using matrix::causes::Observation;
using verdict::CellRecord;
using verdict::Verdict;
using Observations = std::vector<Observation>;

constexpr std::size_t kShownAlternatives = 3;
constexpr std::size_t kShownCells = 5;

bool is_failure(const CellRecord& record) {
  return record.verdict != Verdict::kPass && record.verdict != Verdict::kXpass;
}

void add_text(const std::string& text, const std::string& indent, std::vector<Line>& lines) {
  for (const std::string& part : text::wrap(text, indent)) lines.emplace_back().add(part);
}

void add_alternatives(const Cause& cause, std::vector<Line>& lines) {
  for (std::size_t i = 0; i < std::min(cause.alternatives.size(), kShownAlternatives); ++i) {
    add_text("or this cause, which explains the results equally well: " +
                 matrix::causes::text_of(cause.alternatives[i]),
             "    ", lines);
  }
  if (cause.alternatives.size() <= kShownAlternatives) return;
  lines.emplace_back().add(
      fmt::format("    or {} more", cause.alternatives.size() - kShownAlternatives));
}

void add_cells(const std::string& title, const Observations& observations,
               const std::vector<std::size_t>& cells, std::vector<Line>& lines) {
  lines.emplace_back().add(title);
  for (std::size_t i = 0; i < std::min(cells.size(), kShownCells); ++i) {
    lines.emplace_back().add("      " + observations[cells[i]].cell.id);
  }
  if (cells.size() <= kShownCells) return;
  lines.emplace_back().add(fmt::format("      and {} more", cells.size() - kShownCells));
}

}  // namespace

Observations observations_of(const std::vector<CellRecord>& records) {
  Observations observations;
  std::map<std::string, std::size_t> index;
  for (const CellRecord& record : records) {
    if (!verdict::row(record.verdict).ran_to_verdict) continue;
    const auto [place, added] = index.try_emplace(record.cell, observations.size());
    if (added) observations.push_back({{record.case_name, record.axes, record.cell}, false});
    observations[place->second].failed |= is_failure(record);
  }
  return observations;
}

std::string verdicts_text(const std::vector<CellRecord>& records, const Observations& observations,
                          const std::vector<std::size_t>& cells) {
  std::map<std::string, std::string> verdict_of;
  for (const CellRecord& record : records) {
    if (is_failure(record)) verdict_of.try_emplace(record.cell, verdict::verdict_text(record));
  }
  std::map<std::string, int> counts;
  for (const std::size_t cell : cells) ++counts[verdict_of[observations[cell].cell.id]];
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts) parts.push_back(fmt::format("{} {}", count, name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<Line> cause_lines(const std::vector<CellRecord>& records,
                              const Observations& observations,
                              const matrix::causes::Explanation& explanation) {
  std::vector<Line> lines;
  for (const Cause& cause : explanation.causes) {
    add_text(fmt::format("{} with one cause: {}", text::count_of(cause.failures.size(), "failure"),
                         matrix::causes::text_of(cause.conjunction)),
             "  ", lines);
    add_alternatives(cause, lines);
    const auto id = [&](std::size_t cell) { return observations[cell].cell.id; };
    lines.emplace_back().add("    verdicts: " +
                             verdicts_text(records, observations, cause.failures));
    lines.emplace_back().add("    smallest failing cell: " + id(cause.failures.front()));
    if (cause.nearest_pass >= 0) {
      lines.emplace_back().add("    nearest passing cell:  " +
                               id(static_cast<std::size_t>(cause.nearest_pass)));
    }
    if (cause.passes.empty()) continue;
    add_cells("    cells that have this cause and passed, so the failure may be flaky:",
              observations, cause.passes, lines);
  }
  const std::size_t alone = explanation.unexplained.size();
  if (alone > 0) {
    add_cells(
        fmt::format("  {} no cause with others:",
                    alone == 1 ? "1 failure shares" : fmt::format("{} failures share", alone)),
        observations, explanation.unexplained, lines);
  }
  return lines;
}

}  // namespace gridlock::report
