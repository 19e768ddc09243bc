#include "harness/cli/selftest_score.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "golden/usual_checks.h"
#include "harness/cli/quantile.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::cli {
namespace {

constexpr double kClassRight = 95, kRanksRight = 99, kHealthyRight = 95, kHung = 95,
                 kPlaceRight = 95;
constexpr double kLatencyP50 = 200, kLatencyP99 = 1000;  // ms
constexpr std::size_t kEnoughLatencies = 20;             // fewer would let one outlier decide
constexpr const char* kRow = "{:1} {:<43}{:<28}{:<10}{:>9}{:>7}";

bool is_hang(const std::string& verdict) {
  return verdict == "deadlock" || verdict == "stall" || verdict == "timeout";
}

std::string verdict_words(const std::string& verdict, const std::string& verdict_class) {
  return verdict_class.empty() ? verdict : verdict + ": " + verdict_class;
}

std::string verdict_words(const matrix::Outcome& outcome) {
  return verdict_words(fmt::format("{}", fmt::join(outcome.verdicts, " or ")),
                       outcome.verdict_class);
}

std::string list(const std::vector<int>& ranks) {
  return ranks.empty() ? "-" : fmt::format("{}", fmt::join(ranks, ","));
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

nlohmann::ordered_json to_json(const Score& score) {
  nlohmann::ordered_json expected = {{"verdict", score.expected.verdicts},
                                     {"class", score.expected.verdict_class},
                                     {"ranks", nullptr},
                                     {"at", score.expected.at}};
  if (score.expected.ranks) expected["ranks"] = *score.expected.ranks;
  nlohmann::ordered_json json = {{"cell", score.cell},
                                 {"expected", expected},
                                 {"verdict", score.verdict},
                                 {"class", score.verdict_class},
                                 {"ranks", score.ranks},
                                 {"at", score.wrong.at},
                                 {"proved", nullptr},
                                 {"class_right", score.class_right()},
                                 {"ranks_right", score.ranks_right()},
                                 {"place_right", score.place_right()},
                                 {"false_deadlock", score.false_deadlock()},
                                 {"latency_ms", nullptr},
                                 {"seconds", score.seconds},
                                 {"sentence", score.sentence},
                                 {"evidence", score.evidence}};
  if (score.verdict == "deadlock") json["proved"] = !score.likely;
  if (score.latency_ms >= 0) json["latency_ms"] = score.latency_ms;
  return json;
}

bool Rates::good_enough() const {
  return faults + healthy > 0 && class_right >= kClassRight && ranks_right >= kRanksRight &&
         healthy_right >= kHealthyRight && hung >= kHung && place_right >= kPlaceRight &&
         false_deadlocks == 0 &&
         (measured < kEnoughLatencies ||
          (latency_p50 <= kLatencyP50 && latency_p99 <= kLatencyP99));
}

Rates rates(const std::vector<Score>& scores) {
  Rates rates;
  std::size_t classes = 0, ranks = 0, passed = 0, hung = 0, places = 0;
  std::vector<double> latencies;
  for (const Score& score : scores) {
    rates.false_deadlocks += score.false_deadlock();
    if (!score.is_fault()) {
      ++rates.healthy;
      passed += score.class_right();
      continue;
    }
    ++rates.faults;
    classes += score.class_right();
    ranks += score.ranks_right();
    rates.wrong += !score.expected.at.empty();
    places += !score.expected.at.empty() && score.place_right();
    rates.hangs += score.should_hang();
    hung += score.should_hang() && score.hung();
    rates.deadlocks += score.verdict == "deadlock";
    rates.likely += score.likely;
    const bool proved = score.verdict == "deadlock" && !score.likely;
    if (proved && score.latency_ms >= 0) latencies.push_back(score.latency_ms);
  }
  std::sort(latencies.begin(), latencies.end());
  rates.class_right = text::percent(classes, rates.faults);
  rates.ranks_right = text::percent(ranks, rates.faults);
  rates.healthy_right = text::percent(passed, rates.healthy);
  rates.hung = text::percent(hung, rates.hangs);
  rates.place_right = text::percent(places, rates.wrong);
  rates.measured = latencies.size();
  rates.latency_p50 = quantile(latencies, 0.5);
  rates.latency_p99 = quantile(latencies, 0.99);
  return rates;
}

std::string heading() {
  return fmt::format(kRow, "", "cell", "verdict", "ranks", "proof ms", "s");
}

std::string line(const Score& score) {
  const std::string latency = score.latency_ms < 0 ? "-" : fmt::format("{:.0f}", score.latency_ms);
  std::string text = fmt::format(
      kRow, score.right() ? " " : "!", text::cut_middle(score.cell, 42),
      text::cut(verdict_words((score.likely ? "likely " : "") + score.verdict, score.verdict_class),
                27),
      text::cut(list(score.ranks), 9), latency, fmt::format("{:.1f}", score.seconds));
  if (score.right()) return text;
  const std::string whom =
      score.expected.ranks ? fmt::format(", ranks {}", list(*score.expected.ranks)) : "";
  if (!score.place_right())
    text += fmt::format("\n    expected at {}\n    found at {}", score.expected.at, score.wrong.at);
  return text + "\n" +
         text::cut(fmt::format("    expected {}{}", verdict_words(score.expected), whom), 100) +
         "\n" + text::cut("    " + score.sentence, 100);
}

std::string describe(const Rates& rates) {
  std::string text = fmt::format(
      "{} faults: class right {:.1f} % (at least {:.0f}), ranks right {:.1f} % (at least {:.0f})\n"
      "{} healthy cells: {:.1f} % pass (at least {:.0f})\n"
      "{} planted hangs: {:.1f} % hang (at least {:.0f})\n"
      "{} cells with wrong numbers: place right {:.1f} % (at least {:.0f})\n"
      "false deadlocks: {}\n",
      rates.faults, rates.class_right, kClassRight, rates.ranks_right, kRanksRight, rates.healthy,
      rates.healthy_right, kHealthyRight, rates.hangs, rates.hung, kHung, rates.wrong,
      rates.place_right, kPlaceRight, rates.false_deadlocks);
  text += fmt::format("deadlocks: {} proved, {} likely\n", rates.deadlocks - rates.likely,
                      rates.likely);
  if (rates.measured == 0) return text;
  return text + fmt::format(
                    "from the last event to the proof: p50 {:.0f} ms (at most {:.0f}), p99 "
                    "{:.0f} ms (at most {:.0f})\n",
                    rates.latency_p50, kLatencyP50, rates.latency_p99, kLatencyP99);
}

std::string table_of_usual_checks(const std::vector<Score>& scores) {
  // The number of cells of a case, and of those that each check and gridlock detect.
  struct Row {
    std::size_t cells = 0, right = 0;
    std::vector<std::size_t> seen = std::vector<std::size_t>(golden::usual_checks().size());
  };
  std::map<std::string, Row> rows;
  for (const Score& score : scores) {
    if (score.wrong.usual.empty()) continue;
    const std::size_t kind = score.cell.find('/') + 1;
    Row& row = rows[score.cell.substr(kind, score.cell.find('/', kind) - kind)];
    ++row.cells;
    row.right += score.right();
    for (std::size_t i = 0; i < row.seen.size(); ++i) row.seen[i] += score.wrong.usual[i];
  }
  if (rows.empty()) return "";
  constexpr const char* kLine = "{:<28}{:>7}";
  constexpr const char* kColumn = "{:>11}";
  std::string text = fmt::format(kLine, "wrong numbers", "cells"), notes;
  for (const golden::UsualCheck& check : golden::usual_checks()) {
    text += fmt::format(kColumn, check.name);
    notes += fmt::format("  {}: {}\n", check.name, check.used_by);
  }
  text += fmt::format(kColumn, "gridlock") + "\n";
  for (const auto& [name, row] : rows) {
    text += fmt::format(kLine, name, row.cells);
    for (const std::size_t seen : row.seen) text += fmt::format(kColumn, seen);
    text += fmt::format(kColumn, row.right) + "\n";
  }
  return text + notes + "\n";
}

}  // namespace gridlock::cli
