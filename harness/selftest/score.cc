#include "harness/selftest/score.h"

#include <algorithm>

#include "harness/selftest/wrong_numbers.h"

namespace gridlock::selftest {
namespace {

bool is_hang(const std::string& verdict) {
  return verdict == "deadlock" || verdict == "stall" || verdict == "timeout";
}

}  // namespace

bool Score::class_right() const {
  const auto& verdicts = expected.verdicts;
  return (verdicts.empty() || std::ranges::count(verdicts, verdict) > 0) &&
         (expected.verdict_class.empty() || expected.verdict_class == verdict_class);
}

bool Score::should_hang() const {
  return !expected.verdicts.empty() && std::ranges::all_of(expected.verdicts, is_hang);
}

bool Score::hung() const {
  return is_hang(verdict);
}

bool Score::ranks_right() const {
  return !expected.ranks || *expected.ranks == ranks;
}

bool Score::false_deadlock() const {
  return verdict == "deadlock" && std::ranges::count(expected.verdicts, verdict) == 0;
}

Score score(const matrix::Outcome& expected, const verdict::CellRecord& record,
            const std::optional<WrongNumbers>& wrong) {
  Score score{.cell = record.cell,
              .expected = expected,
              .verdict = std::string(verdict::name(record.verdict)),
              .verdict_class = record.verdict_class,
              .ranks = record.ranks,
              .likely = verdict::is_likely(record),
              .sentence = record.sentence,
              .evidence = record.evidence,
              .seconds = record.seconds};
  if (wrong) {
    score.wrong = *wrong;
    score.ranks = wrong->ranks;
  }
  std::sort(score.ranks.begin(), score.ranks.end());
  if (record.finding) score.latency_ms = record.finding->latency_ms;
  return score;
}

matrix::Outcome unprobed(const matrix::Outcome& expected) {
  if (!expected.fault_shows()) return expected;
  const bool hangs = std::ranges::all_of(expected.verdicts, is_hang);
  const std::vector<std::string> unexplained = {"timeout", "stall"};
  return {hangs ? unexplained : std::vector<std::string>{}, "", std::nullopt};
}

}  // namespace gridlock::selftest
