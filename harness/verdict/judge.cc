#include "harness/verdict/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "harness/diagnosis/phase.h"
#include "harness/diagnosis/signature.h"
#include "harness/health/differences.h"
#include "harness/health/limits.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"
#include "harness/text/utf8.h"
#include "harness/verdict/agreement.h"
#include "harness/verdict/fault.h"

namespace gridlock::verdict {
namespace {

struct Judgment {
  Verdict verdict = Verdict::kPass;
  std::string verdict_class;
  std::vector<int> ranks;
  std::string sentence;
  std::string signature;
};

using Judged = std::optional<Judgment>;
using Check = Judged (*)(const CellRecord&, const matrix::PlannedCell&);

Judged skipped(const CellRecord&, const matrix::PlannedCell& planned) {
  if (planned.skip.empty()) return std::nullopt;
  return Judgment{Verdict::kSkipped, "hardware", {}, planned.skip, "skipped:hardware"};
}

Judged interrupted(const CellRecord& record, const matrix::PlannedCell&) {
  if (!record.interrupted) return std::nullopt;
  return Judgment{
      Verdict::kInterrupted, "", {}, "The run was stopped before the cell ended", "interrupted"};
}

Judged lost(const CellRecord& record, const matrix::PlannedCell&) {
  if (record.lost.empty()) return std::nullopt;
  return Judgment{
      Verdict::kCrash, "lost", {}, text::capitalized(text::one_line(record.lost)), "crash:lost"};
}

Judged failed(const CellRecord& record, const matrix::PlannedCell&) {
  auto fault = find_fault(record);
  // Lost connections are not a fault if gridlock stopped the cell. gridlock stops ranks one after
  // another, so ranks that still run lose their connections to stopped ranks.
  if (!fault || (fault->only_fallout && (record.timed_out || record.finding))) return std::nullopt;
  facts::Crash& crash = fault->crash;
  if (record.desync) crash.sentence += ". Before that: " + record.desync->sentence;
  return Judgment{Verdict::kCrash, std::move(crash.crash_class), std::move(crash.ranks),
                  std::move(crash.sentence), std::move(crash.signature)};
}

// Returns the finding's sentence. The sentence of a likely deadlock begins with "Likely deadlock,
// not proved".
std::string sentence_of(const facts::FindingRecord& finding) {
  if (finding.doubt.empty()) return text::one_line(finding.sentence);
  return text::one_line(
      fmt::format("Likely deadlock, not proved ({}): {}", finding.doubt, finding.sentence));
}

Judgment judgment_of(const facts::FindingRecord& finding) {
  return {verdict_named(finding.verdict), finding.verdict_class, finding.ranks,
          sentence_of(finding), finding.signature};
}

Judged hung(const CellRecord& record, const matrix::PlannedCell&) {
  if (!record.finding) return std::nullopt;
  return judgment_of(*record.finding);
}

Judged out_of_step(const CellRecord& record, const matrix::PlannedCell&) {
  if (!record.desync) return std::nullopt;
  return judgment_of(*record.desync);
}

// Returns text such as "rank 0 in compile, ranks 1-3 in step 2". The smallest set of ranks comes
// first, because a rank that differs from the others is the likelier cause.
std::string where_ranks_are(const CellRecord& record) {
  std::map<std::string, std::vector<int>> by_phase;
  for (const RankReport& report : record.reports) by_phase[report.phase].push_back(report.rank);
  std::vector<std::pair<std::string, std::vector<int>>> groups(by_phase.begin(), by_phase.end());
  std::ranges::stable_sort(groups, {}, [](const auto& group) { return group.second.size(); });
  std::string text;
  for (const auto& [phase, ranks] : groups) {
    text += text.empty() ? "" : ", ";
    text += text::rank_words(ranks) + " " + diagnosis::in_phase(phase);
  }
  return text;
}

std::string phase_kinds(const CellRecord& record) {
  std::set<std::string> kinds;
  for (const RankReport& report : record.reports) kinds.insert(diagnosis::phase_kind(report.phase));
  return fmt::format("{}", fmt::join(kinds, "+"));
}

std::vector<int> unfinished_ranks(const CellRecord& record) {
  std::vector<int> ranks;
  for (const RankReport& report : record.reports) {
    if (!report.finished) ranks.push_back(report.rank);
  }
  return ranks;
}

Judged timed_out(const CellRecord& record, const matrix::PlannedCell&) {
  if (!record.timed_out) return std::nullopt;
  std::string sentence = "No progress until the deadline";
  if (record.deadline_seconds > 0) {
    sentence = fmt::format("No progress for {:.6g} s", record.deadline_seconds);
  }
  if (record.desync) {  // more specific than a timeout
    Judgment judgment = judgment_of(*record.desync);
    judgment.sentence += ". " + sentence;
    return judgment;
  }
  if (!record.reports.empty()) sentence += ": " + where_ranks_are(record);
  return Judgment{Verdict::kTimeout, "", unfinished_ranks(record), std::move(sentence),
                  diagnosis::signature_of({"timeout", phase_kinds(record)})};
}

// Returns the number of ranks that the cell should have, or 0 if its axes do not define a world
// size.
std::int64_t world_size(const matrix::PlannedCell& planned) {
  const matrix::Value* value = planned.cell.find("world_size");
  const auto* size = value ? std::get_if<std::int64_t>(value) : nullptr;
  return size ? *size : 0;
}

Judged unreported(const CellRecord& record, const matrix::PlannedCell& planned) {
  std::vector<int> missing;
  for (int rank = 0; rank < world_size(planned); ++rank) {
    if (!std::ranges::count(record.reports, rank, &RankReport::rank)) missing.push_back(rank);
  }
  if (missing.empty() && !record.reports.empty()) return std::nullopt;
  const std::string who = missing.empty() ? "no rank" : text::rank_words(missing);
  return Judgment{
      Verdict::kCrash, "no report", missing,
      missing.empty() ? "No rank wrote a report" : text::capitalized(who) + " wrote no report",
      "crash:no report"};
}

Judged steps_missing(const CellRecord& record, const matrix::PlannedCell&) {
  std::size_t expected = static_cast<std::size_t>(std::max(record.steps, 1));
  for (const RankReport& report : record.reports) {
    expected = std::max(expected, report.losses.size());
  }
  const RankReport* first = nullptr;
  std::vector<int> ranks;
  for (const RankReport& report : record.reports) {
    if (report.finished && report.losses.size() == expected) continue;
    if (first == nullptr) first = &report;
    ranks.push_back(report.rank);
  }
  if (first == nullptr) return std::nullopt;
  return Judgment{
      Verdict::kCrash, "steps missing", ranks,
      fmt::format("{} ended {} without an error, with losses for only {} of {} steps",
                  text::capitalized(text::rank_words(ranks)), diagnosis::in_phase(first->phase),
                  first->losses.size(), expected),
      diagnosis::signature_of({"crash", "steps missing", diagnosis::phase_kind(first->phase)})};
}

Judged wrong_numbers(const CellRecord& record, const matrix::PlannedCell&) {
  auto fault = find_numbers_fault(record);
  if (!fault) return std::nullopt;
  std::string signature = diagnosis::signature_of({"wrong", fault->verdict_class, fault->series});
  return Judgment{Verdict::kWrong, std::move(fault->verdict_class), std::move(fault->ranks),
                  std::move(fault->sentence), std::move(signature)};
}

health::FrameLimits limits_of(const matrix::CompileLimits& limits) {
  return {limits.breaks, limits.breaks_at, limits.recompiles};
}

Judgment judgment_of(const health::CompileFault& fault) {
  std::vector<std::string> signature{fault.verdict};
  signature.insert(signature.end(), fault.signature.begin(), fault.signature.end());
  return {verdict_named(fault.verdict), "", fault.ranks, fault.sentence,
          diagnosis::signature_of(signature)};
}

// Judges failures of the compiler. This check precedes the check for cells that compiled nothing,
// because a failure may be why nothing was compiled.
Judged failed_to_compile(const CellRecord& record, const matrix::PlannedCell&) {
  const auto fault = health::find_compile_error(record.frames);
  return fault ? Judged(judgment_of(*fault)) : std::nullopt;
}

Judged not_compiled(const CellRecord& record, const matrix::PlannedCell& planned) {
  const matrix::Value* compile = planned.cell.find("compile");
  if (!compile || *compile == matrix::Value("none")) return std::nullopt;
  std::vector<int> ranks;
  for (const RankReport& report : record.reports) {
    if (!report.compile || report.compile->graphs == 0) ranks.push_back(report.rank);
  }
  if (ranks.empty()) return std::nullopt;
  const std::string order = matrix::to_string(*compile);
  return Judgment{Verdict::kNotCompiled, "", ranks,
                  fmt::format("The cell compiles ({}), but {} ran eagerly: no graph was captured",
                              order, text::rank_words(ranks)),
                  diagnosis::signature_of({"not_compiled", order})};
}

// Judges whether ranks compiled different collectives. Such code hangs or computes wrong results as
// soon as it runs.
Judged compiled_differently(const CellRecord& record, const matrix::PlannedCell&) {
  const auto fault = health::find_inconsistent_compile(record.frames);
  return fault ? Judged(judgment_of(*fault)) : std::nullopt;
}

Judged compiled_badly(const CellRecord& record, const matrix::PlannedCell& planned) {
  const auto fault = health::find_compile_fault(record.frames, limits_of(planned.compile_limits));
  return fault ? Judged(judgment_of(*fault)) : std::nullopt;
}

constexpr Check kChecks[] = {
    skipped,       interrupted,       lost,          failed,         hung,
    timed_out,     unreported,        steps_missing, out_of_step,    compiled_differently,
    wrong_numbers, failed_to_compile, not_compiled,  compiled_badly,
};

// Adds differences between the code that ranks compiled before a hang, because they may be the
// cause of the hang.
void add_cause(const CellRecord& record, Judgment& judgment) {
  using enum Verdict;
  constexpr std::array kHangs = {kDeadlock, kStall, kDesync, kTimeout, kCrash};
  if (std::ranges::count(kHangs, judgment.verdict) == 0) return;
  if (const auto fault = health::find_inconsistent_compile(record.frames))
    judgment.sentence += ". Compiled before that: " + fault->sentence;
}

}  // namespace

void judge(CellRecord& record, const matrix::PlannedCell& planned) {
  Judgment judgment;
  judgment.signature = "pass";
  for (Check check : kChecks) {
    if (auto finding = check(record, planned)) {
      judgment = std::move(*finding);
      break;
    }
  }
  add_cause(record, judgment);
  record.verdict = judgment.verdict;
  record.verdict_class = std::move(judgment.verdict_class);
  record.ranks = std::move(judgment.ranks);
  record.sentence = std::move(judgment.sentence);
  record.signature = std::move(judgment.signature);
}

void note_differences(CellRecord& record) {
  if (record.verdict == Verdict::kPass) return;
  const auto differences = health::differences(record.frames);
  if (differences.empty()) return;
  const std::size_t more = differences.size() - 1;
  add_note(record, differences.front() +
                       (more > 0 ? fmt::format(" ({} more in gridlock explain)", more) : ""));
}

}  // namespace gridlock::verdict
