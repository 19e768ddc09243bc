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

void add_always(const Cause& cause, std::vector<Line>& lines) {
  if (cause.always.empty()) return;
  add_text(fmt::format("all its cells also have {}; the results cannot show whether that matters",
                       matrix::causes::text_of(cause.always)),
           "    ", lines);
}

void add_cells(const std::string& title, const std::vector<std::string>& cells,
               std::vector<Line>& lines) {
  lines.emplace_back().add(title);
  for (std::size_t i = 0; i < std::min(cells.size(), kShownCells); ++i)
    lines.emplace_back().add("      " + cells[i]);
  if (cells.size() <= kShownCells) return;
  lines.emplace_back().add(fmt::format("      and {} more", cells.size() - kShownCells));
}

// An expected failure has its own verdict, but its signature begins with that of the failure.
void add_run(const CellRecord& record, Observation& observation) {
  if (!is_failure(record)) {
    ++observation.passes;
  } else if (observation.failures++ == 0) {
    observation.verdict = record.signature.substr(0, record.signature.find(':'));
    observation.signature = record.signature;
  }
}

std::vector<std::string> ids_of(const Observations& observations,
                                const std::vector<std::size_t>& cells) {
  std::vector<std::string> ids;
  for (const std::size_t cell : cells) ids.push_back(observations[cell].cell.id);
  return ids;
}

std::vector<std::string> passes_of(const Observations& observations,
                                   const std::vector<std::size_t>& cells) {
  std::vector<std::string> texts;
  for (const std::size_t i : cells) {
    const Observation& cell = observations[i];
    texts.push_back(fmt::format("{} (passed in {} of {})", cell.cell.id, cell.passes,
                                text::count_of(cell.passes + cell.failures, "run")));
  }
  return texts;
}

}  // namespace

Observations observations_of(const std::vector<CellRecord>& records) {
  Observations observations;
  std::map<std::string, std::size_t> index;
  for (const CellRecord& record : records) {
    if (!verdict::row(record.verdict).ran_to_verdict) continue;
    const auto [place, added] = index.try_emplace(record.cell, observations.size());
    if (added) observations.push_back({.cell = {record.case_name, record.axes, record.cell}});
    add_run(record, observations[place->second]);
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
    add_always(cause, lines);
    const auto id = [&](std::size_t cell) { return observations[cell].cell.id; };
    lines.emplace_back().add("    verdicts: " +
                             verdicts_text(records, observations, cause.failures));
    lines.emplace_back().add("    smallest failing cell: " + id(cause.failures.front()));
    if (cause.nearest_pass >= 0) {
      lines.emplace_back().add("    nearest passing cell:  " +
                               id(static_cast<std::size_t>(cause.nearest_pass)));
    }
    if (cause.passes.empty()) continue;
    add_cells("    cells that passed although the cause holds:",
              passes_of(observations, cause.passes), lines);
  }
  const std::size_t alone = explanation.unexplained.size();
  if (alone > 0) {
    add_cells(
        fmt::format("  {} no cause with others:",
                    alone == 1 ? "1 failure shares" : fmt::format("{} failures share", alone)),
        ids_of(observations, explanation.unexplained), lines);
  }
  return lines;
}

}  // namespace gridlock::report
