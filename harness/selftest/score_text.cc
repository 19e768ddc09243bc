#include "harness/selftest/score_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "golden/usual_checks.h"
#include "harness/selftest/rates.h"
#include "harness/selftest/score.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::selftest {
namespace {

constexpr const char* kRow = "{:1} {:<43}{:<28}{:<10}{:>9}{:>7}";

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
      "{}: class right {:.1f} % (at least {:.0f}), ranks right {:.1f} % (at least {:.0f})\n"
      "{}: {:.1f} % pass (at least {:.0f})\n"
      "{}: {:.1f} % hang (at least {:.0f})\n"
      "{} with wrong numbers: place right {:.1f} % (at least {:.0f})\n"
      "false deadlocks: {}\n",
      text::count_of(rates.faults, "fault"), rates.class_right, kClassRight, rates.ranks_right,
      kRanksRight, text::count_of(rates.healthy, "healthy cell"), rates.healthy_right,
      kHealthyRight, text::count_of(rates.hangs, "planted hang"), rates.hung, kHung,
      text::count_of(rates.wrong, "cell"), rates.place_right, kPlaceRight, rates.false_deadlocks);
  text += fmt::format("deadlocks: {} proved, {} likely\n", rates.deadlocks - rates.likely,
                      rates.likely);
  if (rates.measured == 0) return text;
  return text + fmt::format(
                    "from the last event to the proof: p50 {:.0f} ms (at most {:.0f}), p99 "
                    "{:.0f} ms (at most {:.0f})\n",
                    rates.latency_p50, kLatencyP50, rates.latency_p99, kLatencyP99);
}

std::string table_of_usual_checks(const std::vector<Score>& scores) {
  // The number of cells of a case, and how many of them gridlock (`right`) and each check (`seen`)
  // detect.
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

}  // namespace gridlock::selftest
