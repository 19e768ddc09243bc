#include "harness/report/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/report/causes.h"
#include "harness/report/claims.h"
#include "harness/report/run_state.h"
#include "harness/report/wording.h"
#include "harness/text/class_names.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::report {
namespace {

using verdict::CellRecord;

constexpr std::size_t kSlowest = 5;

// Adds an empty line if `lines` already contains a section.
void begin_section(std::vector<Line>& lines) {
  if (!lines.empty()) lines.emplace_back();
}

std::vector<const CellRecord*> failures(const RunSummary& summary) {
  std::vector<const CellRecord*> failed;
  for (const CellRecord& record : summary.records) {
    if (record.unexpected) failed.push_back(&record);
  }
  return failed;
}

// Returns the headline of a run that ended before all cells were trained, or "" for a complete run.
std::string cut_short(End end, std::size_t failed) {
  switch (end) {
    case End::kInterrupted:
      return "INTERRUPTED";
    case End::kFailures:
      return failed == 1 ? "STOPPED AFTER A FAILURE"
                         : fmt::format("STOPPED AFTER {} FAILURES", failed);
    case End::kTime:
      return "OUT OF TIME";
    case End::kCompleted:
      break;
  }
  return "";
}

// Counts the records of all cells that were not interrupted.
std::size_t count_finished(const RunSummary& summary) {
  return summary.records.size() -
         static_cast<std::size_t>(std::ranges::count(
             summary.records, verdict::Verdict::kInterrupted, &CellRecord::verdict));
}

// Counts the unexpected passes that do not fail the run, that is, xpass without strict.
std::size_t unexpected_passes(const RunSummary& summary) {
  return static_cast<std::size_t>(
      std::ranges::count_if(summary.records, [](const CellRecord& record) {
        return record.verdict == verdict::Verdict::kXpass && !record.unexpected;
      }));
}

std::size_t count_of(const RunSummary& summary, verdict::Verdict verdict) {
  return static_cast<std::size_t>(
      std::ranges::count(summary.records, verdict, &CellRecord::verdict));
}

std::size_t unjudged(const RunSummary& summary) {
  return static_cast<std::size_t>(std::ranges::count(summary.records, true, &CellRecord::unjudged));
}

// Returns text such as "4 cells skipped (no GPU)", with the reason of the first skipped cell.
// Returns "" if no cell was skipped.
std::string why_skipped(const RunSummary& summary) {
  const auto skipped =
      std::ranges::find(summary.records, verdict::Verdict::kSkipped, &CellRecord::verdict);
  if (skipped == summary.records.end()) return "";
  const std::size_t count = count_of(summary, verdict::Verdict::kSkipped);
  return fmt::format("{} skipped ({})", text::count_of(count, "cell"), skipped->sentence);
}

std::ptrdiff_t broken_claims(const RunSummary& summary) {
  return std::ranges::count_if(summary.claims, &verdict::ClaimFinding::is_unexpected);
}

void add_headline(const RunSummary& summary, std::size_t failed, std::vector<Line>& lines) {
  const std::size_t xpasses = unexpected_passes(summary);
  const std::size_t skipped = count_of(summary, verdict::Verdict::kSkipped);
  const std::size_t infeasible = count_of(summary, verdict::Verdict::kInfeasible);
  std::string time;
  if (xpasses > 0) time += fmt::format(", {} passed unexpectedly (xpass)", xpasses);
  if (unjudged(summary) > 0) time += fmt::format(", {} not compared", unjudged(summary));
  time += ", in " + text::duration(summary.seconds);
  const std::string ran = text::count_of(summary.records.size(), "cell");
  Line& line = lines.emplace_back();
  const std::string early = cut_short(summary.end, failed);
  if (!early.empty()) {
    const std::size_t finished = count_finished(summary);
    const std::string all = text::count_of(finished + summary.left, "cell");
    line.add(early, Style::kWarn).add(fmt::format(": {} of {} finished{}", finished, all, time));
    if (failed > 0) line.add(fmt::format("; {} not as expected", failed));
  } else if (failed > 0) {
    line.add("FAILED", Style::kBad)
        .add(fmt::format(": {} of {} not as expected{}", failed, ran, time));
  } else if (broken_claims(summary) > 0) {
    line.add("FAILED", Style::kBad)
        .add(fmt::format(": {} of {} broken, {} as expected{}", broken_claims(summary),
                         text::count_of(summary.claims.size(), "claim"), ran, time));
  } else if (summary.nothing_ran()) {
    line.add("NOTHING RAN", Style::kBad);
    const std::string why = why_skipped(summary);
    if (!why.empty()) line.add(": " + why);
  } else {
    const std::string expected =
        text::count_of(summary.records.size() - xpasses - skipped - infeasible, "cell");
    line.add("OK", Style::kGood).add(fmt::format(": {} as expected", expected));
    if (skipped > 0) line.add(fmt::format(", {} skipped", skipped));
    if (infeasible > 0) line.add(fmt::format(", {} infeasible", infeasible));
    line.add(time);
  }
}

void add_counts(const RunSummary& summary, const std::string& title, bool reference,
                std::vector<Line>& lines) {
  Counts counts;
  bool any = false;
  for (const CellRecord& record : summary.records) {
    if ((record.role == "reference") != reference) continue;
    counts.add(record);
    any = true;
  }
  if (any) lines.emplace_back().add(text::pad("  " + title, 14)).add(counts_line(counts));
}

// Returns the longest phase, such as "compile 24.1 s". The time outside of all phases counts as a
// phase "launch". In it, the first cells wait for the import of torch. Returns "" if no rank has
// reported phases.
std::string slowest_phase(const CellRecord& record) {
  auto phases = verdict::slowest_phases(record);
  if (phases.empty()) return "";
  double rest = record.seconds;
  for (const auto& [name, seconds] : phases) rest -= seconds;
  phases["launch"] = std::max(0.0, rest);
  const auto slowest =
      std::ranges::max_element(phases, {}, [](const auto& phase) { return phase.second; });
  return slowest->first + " " + text::duration(slowest->second);
}

void add_slowest(const RunSummary& summary, std::vector<Line>& lines) {
  std::vector<const CellRecord*> slowest;
  for (const CellRecord& record : summary.records) {
    if (verdict::row(record.verdict).ran_to_verdict) slowest.push_back(&record);
  }
  std::ranges::stable_sort(slowest, std::ranges::greater{}, &CellRecord::seconds);
  if (slowest.size() > kSlowest) slowest.resize(kSlowest);
  if (slowest.empty()) return;
  int phase_width = 0;
  for (const CellRecord* record : slowest) {
    phase_width = std::max(phase_width, text::columns(slowest_phase(*record)));
  }
  begin_section(lines);
  lines.emplace_back().add("Slowest", Style::kBold).add(" (and the phase that took longest)");
  for (const CellRecord* record : slowest) {
    lines.emplace_back().add(fmt::format("{}  {}  {}",
                                         text::pad_left(text::duration(record->seconds), 12),
                                         text::pad(slowest_phase(*record), phase_width),
                                         cell_name(record->cell, record->repetition)));
  }
}

void add_evidence(const RunSummary& summary, const CellRecord& record, const std::string& out,
                  std::vector<Line>& lines) {
  if (record.evidence.empty()) return;
  lines.emplace_back().add("    evidence: ", Style::kDim).add(out + "/" + record.evidence);
  const auto script = summary.scripts.find(record.evidence);
  if (script == summary.scripts.end()) return;
  if (script->second.empty()) {
    lines.emplace_back()
        .add("    script:   ", Style::kDim)
        .add(out + "/" + record.evidence + "/repro.py");
    return;
  }
  for (const std::string& text : text::wrap("no script: " + script->second, "    ")) {
    lines.emplace_back().add(text);
  }
}

void add_place(const RunSummary& summary, const CellRecord& record, std::vector<Line>& lines) {
  const auto place = summary.places.find(record.evidence);
  if (record.evidence.empty() || place == summary.places.end()) return;
  for (const std::string& text : text::wrap("first difference: " + place->second, "    ")) {
    lines.emplace_back().add(text);
  }
}

void add_trace(const RunSummary& summary, const CellRecord& record, const std::string& out,
               std::vector<Line>& lines) {
  const auto trace = summary.traces.find(record.evidence);
  if (record.evidence.empty() || trace == summary.traces.end()) return;
  lines.emplace_back()
      .add("    trace:    ", Style::kDim)
      .add(out + "/" + record.evidence + "/" + trace->second);
}

void add_failure(const RunSummary& summary, const CellRecord& record, const std::string& out,
                 std::vector<Line>& lines) {
  begin_section(lines);
  lines.emplace_back()
      .add(fmt::format("  {} ", verdict::row(record.verdict).glyph), Style::kBad)
      .add(text::pad(verdict::verdict_text(record), 8), Style::kBad)
      .add(" " + cell_name(record.cell, record.repetition), Style::kBold);
  for (const std::string& text : text::wrap(record.sentence, "    ")) {
    lines.emplace_back().add(text);
  }
  add_place(summary, record, lines);
  if (!record.note.empty()) {
    for (const std::string& text : text::wrap("note: " + record.note, "    ")) {
      lines.emplace_back().add(text);
    }
  }
  add_evidence(summary, record, out, lines);
  add_trace(summary, record, out, lines);
  for (const std::string& text : text::wrap_command(record.rerun, "    ")) {
    lines.emplace_back().add(text);
  }
}

bool same_words(const std::string& a, const std::string& b) {
  return text::without_wrappers(a) == text::without_wrappers(b);
}

// Returns the failures in groups with the same description. The groups are in the order of their
// first cells.
std::vector<std::vector<const CellRecord*>> alike(const std::vector<const CellRecord*>& failed) {
  std::vector<std::vector<const CellRecord*>> groups;
  for (const CellRecord* record : failed) {
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      const CellRecord& first = *group.front();
      return first.signature == record->signature && same_words(first.sentence, record->sentence) &&
             same_words(first.note, record->note);
    });
    (same == groups.end() ? groups.emplace_back() : *same).push_back(record);
  }
  return groups;
}

void add_others(const std::vector<const CellRecord*>& group, std::vector<Line>& lines) {
  if (group.size() == 1) return;
  lines.emplace_back().add(
      fmt::format("    and {} that failed alike:", text::count_of(group.size() - 1, "cell")));
  for (std::size_t i = 1; i < group.size(); ++i) {
    lines.emplace_back().add("      " + cell_name(group[i]->cell, group[i]->repetition));
  }
}

void add_failures(const RunSummary& summary, const std::vector<const CellRecord*>& failed,
                  const std::string& out, std::vector<Line>& lines) {
  if (failed.empty()) return;
  const auto groups = alike(failed);
  begin_section(lines);
  Line& title = lines.emplace_back();
  title.add("Failures", Style::kBold);
  if (groups.size() < failed.size()) {
    title.add(fmt::format(
        " ({}, {})", text::count_of(failed.size(), "cell"),
        groups.size() == 1 ? "all alike" : fmt::format("{} different failures", groups.size())));
  }
  for (const auto& group : groups) {
    add_failure(summary, *group.front(), out, lines);
    add_others(group, lines);
  }
}

// Adds the causes that several failures share.
void add_causes(const RunSummary& summary, std::size_t failed, std::vector<Line>& lines) {
  if (failed < 2) return;
  const auto observations = observations_of(summary.records);
  const auto explanation = matrix::causes::explain(observations);
  if (explanation.causes.empty() || explanation.causes.front().nearest_pass < 0) return;
  begin_section(lines);
  lines.emplace_back().add("Causes", Style::kBold);
  for (Line& line : cause_lines(summary.records, observations, explanation)) {
    lines.push_back(std::move(line));
  }
  if (summary.causes.empty()) return;
  lines.emplace_back().add("  To confirm the causes, train a few more cells:");
  for (const std::string& text : text::wrap_command(summary.causes, "    ")) {
    lines.emplace_back().add(text);
  }
}

void add_claims(const RunSummary& summary, std::vector<Line>& lines) {
  if (summary.claims.empty()) return;
  begin_section(lines);
  lines.emplace_back().add("Claims", Style::kBold);
  for (Line& line : claim_lines(summary.claims)) lines.push_back(std::move(line));
}

void add_row(const std::string& title, const std::string& text, std::vector<Line>& lines) {
  if (text.empty()) return;
  auto wrapped = text::wrap(text, text::pad("", 14));
  wrapped.front().replace(0, 14, text::pad("  " + title, 14));
  for (const std::string& line : wrapped) lines.emplace_back().add(line);
}

// Cuts the text if it is long, because it is about the matrix and not about this run.
std::string shortened(const std::string& left_out) {
  constexpr std::size_t kLongest = 240;
  if (left_out.size() <= kLongest) return left_out;
  const std::size_t end = left_out.rfind(';', kLongest);
  if (end == std::string::npos) return left_out;
  return left_out.substr(0, end) + "; … (gridlock list shows all)";
}

// Adds the lines about the results folder. They are at the end of the summary, where users look
// first.
void add_results(const RunSummary& summary, const std::string& out, std::vector<Line>& lines) {
  lines.emplace_back().add(text::pad("  results", 14)).add(out);
  if (summary.resume.empty()) return;
  auto wrapped = text::wrap_command(summary.resume, text::pad("", 14));
  wrapped.front().replace(0, 14, text::pad("  resume", 14));
  for (const std::string& line : wrapped) lines.emplace_back().add(line);
}

double used(const verdict::Comparison& comparison) {
  return comparison.difference == 0 ? 0 : comparison.difference / comparison.allowed;
}

// Returns text about the passed comparison whose difference is the largest fraction of its bound.
std::string closest(const RunSummary& summary) {
  const CellRecord* cell = nullptr;
  const verdict::Comparison* closest = nullptr;
  for (const CellRecord& record : summary.records) {
    if (record.verdict != verdict::Verdict::kPass) continue;
    for (const verdict::Comparison& comparison : record.comparisons) {
      if (closest != nullptr && used(comparison) <= used(*closest)) continue;
      cell = &record;
      closest = &comparison;
    }
  }
  if (closest == nullptr || closest->difference == 0) return "";
  return fmt::format("{:.2g} % of what '{}' allows: {} at step {} of {}", 100 * used(*closest),
                     closest->relation, closest->series, closest->step, cell->cell);
}

std::string unjudged_text(const RunSummary& summary) {
  const std::size_t count = unjudged(summary);
  if (count == 0) return "";
  return fmt::format("{} passed, but no relation compares {} numbers with another cell's",
                     text::count_of(count, "cell"), count == 1 ? "its" : "their");
}

std::string unseen_text(const RunSummary& summary) {
  const auto first = std::ranges::find(summary.records, true, &CellRecord::activations_unseen);
  if (first == summary.records.end()) return "";
  const auto count = static_cast<std::size_t>(
      std::ranges::count(summary.records, true, &CellRecord::activations_unseen));
  return fmt::format("the layer outputs of {} could not be observed (the first is {})",
                     text::count_of(count, "cell"), first->cell);
}

std::string tuple(int strength) {
  if (strength == 1) return "value";
  if (strength == 2) return "pair";
  if (strength == 3) return "triple";
  return strength == 0 ? "combination" : fmt::format("{}-tuple", strength);
}

}  // namespace

std::string coverage_text(const matrix::Coverage& coverage) {
  if (coverage.feasible == 0) return "nothing to cover";
  const double share =
      static_cast<double>(coverage.covered) / static_cast<double>(coverage.feasible);
  // The percentage is rounded down, so that 100 % means full coverage.
  return fmt::format("{} of {} {} ({:.4g} %)", coverage.covered, coverage.feasible,
                     tuple(coverage.strength) + (coverage.feasible == 1 ? "" : "s"),
                     std::floor(share * 1000) / 10);
}

Line headline(const RunSummary& summary) {
  std::vector<Line> lines;
  add_headline(summary, failures(summary).size(), lines);
  return lines.front();
}

std::vector<std::vector<const CellRecord*>> failures_alike(const RunSummary& summary) {
  return alike(failures(summary));
}

std::vector<Line> summary_lines(const RunSummary& summary, const std::string& out) {
  std::vector<Line> lines;
  const auto failed = failures(summary);
  add_slowest(summary, lines);
  add_failures(summary, failed, out, lines);
  add_causes(summary, failed.size(), lines);
  add_claims(summary, lines);
  begin_section(lines);
  add_headline(summary, failed.size(), lines);
  add_counts(summary, "cells", false, lines);
  add_counts(summary, "references", true, lines);
  add_row("uncompared", unjudged_text(summary), lines);
  add_row("unobserved", unseen_text(summary), lines);
  add_row("note", summary.note, lines);
  add_row("closest", closest(summary), lines);
  if (summary.coverage) {
    lines.emplace_back()
        .add(text::pad("  covered", 14))
        .add(coverage_text(*summary.coverage) + " by the cells that ran to a verdict");
    add_row("left out", shortened(summary.coverage->left_out), lines);
  }
  add_results(summary, out, lines);
  return lines;
}

}  // namespace gridlock::report
