#include "bench/adversary_tally.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::bench {
namespace {

// The least percentage of healthy programs that must complete. It is below 100, because some
// programs miss their deadline on a loaded machine.
constexpr double kComplete = 98;
// The least percentages of deadlocked twins that must be found (proved or likely) and proved.
constexpr double kFound = 98, kProved = 60;

const std::vector<std::pair<const char*, const char*>> kTruths = {
    {"pass", "healthy, complete"},
    {"crash", "healthy, ended by a rank's exit"},
    {"deadlock", "twins, deadlock"},
    {"stall", "twins, stall"}};
const std::vector<std::string> kAnswers = {"proved", "likely", "stall", "timeout",
                                           "desync", "pass",   "crash"};

}  // namespace

void AdversaryTally::add(const AdversaryRun& run) {
  Answers& answers = by_truth_[run.truth];
  ++answers.runs;
  answers.right += run.right();
  ++answers.by_answer[run.answer];
  false_proofs_ += run.false_proof();
  doubted_ += run.completes() && run.right() && !run.doubt.empty();
  if (run.truth == "deadlock" && run.answer != "proved") {
    ++doubts_[run.doubt.empty() ? "no doubt named: " + run.answer : doubt_category(run.doubt)];
  }
  for (const auto& value : run.axes) {
    Failures& failures = by_value_[value];
    ++failures.runs;
    failures.false_proofs += run.false_proof();
    failures.missed += !run.right() && !run.false_proof();
  }
}

double AdversaryTally::share_of_deadlocks(const std::vector<std::string>& answers) const {
  const auto found = by_truth_.find("deadlock");
  if (found == by_truth_.end()) return 100;
  std::size_t count = 0;
  for (const std::string& answer : answers) {
    const auto times = found->second.by_answer.find(answer);
    if (times != found->second.by_answer.end()) count += times->second;
  }
  return text::percent(count, found->second.runs);
}

bool AdversaryTally::good_enough() const {
  std::size_t runs = 0, right = 0;
  for (const auto& [truth, answers] : by_truth_) {
    if (truth != "pass" && truth != "crash") continue;
    runs += answers.runs;
    right += answers.right;
  }
  return !by_truth_.empty() && false_proofs_ == 0 && text::percent(right, runs) >= kComplete &&
         share_of_deadlocks({"proved", "likely"}) >= kFound &&
         share_of_deadlocks({"proved"}) >= kProved;
}

std::string AdversaryTally::table() const {
  std::string text = fmt::format("{:<30}{:>6}", "truth", "runs");
  for (const std::string& answer : kAnswers) text += fmt::format("{:>8}", answer);
  text += fmt::format("{:>8}\n", "right");
  for (const auto& [truth, words] : kTruths) {
    const auto found = by_truth_.find(truth);
    if (found == by_truth_.end()) continue;
    const Answers& answers = found->second;
    text += fmt::format("{:<30}{:>6}", words, answers.runs);
    for (const std::string& answer : kAnswers) {
      const auto times = answers.by_answer.find(answer);
      text += fmt::format("{:>8}", times == answers.by_answer.end() ? 0 : times->second);
    }
    text += fmt::format("{:>6.1f} %\n", text::percent(answers.right, answers.runs));
  }
  return text;
}

// Lists only the values with failures, the worst first.
std::string AdversaryTally::by_axis() const {
  std::vector<std::pair<std::pair<std::string, std::string>, Failures>> rows;
  for (const auto& row : by_value_) {
    if (row.second.false_proofs + row.second.missed > 0) rows.push_back(row);
  }
  std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
    return std::pair(a.second.false_proofs, a.second.missed) >
           std::pair(b.second.false_proofs, b.second.missed);
  });
  if (rows.empty()) return "";
  std::string text =
      fmt::format("\n{:<34}{:>6}{:>15}{:>12}\n", "with", "runs", "false proofs", "not right");
  for (const auto& [value, failures] : rows) {
    text += fmt::format("{:<34}{:>6}{:>15}{:>12}\n", value.first + " = " + value.second,
                        failures.runs, failures.false_proofs, failures.missed);
  }
  return text;
}

std::string AdversaryTally::describe() const {
  std::string text = table() + by_axis();
  if (!doubts_.empty()) text += "\ndeadlocks that were not proved, by doubt\n";
  for (const auto& [doubt, times] : doubts_) {
    text += text::cut(fmt::format("{:>6}  {}", times, doubt), 100) + "\n";
  }
  text += fmt::format("\nhealthy programs that completed after a likely deadlock: {}\n", doubted_);
  if (by_truth_.contains("deadlock")) {
    text += fmt::format(
        "deadlocks proved or likely: {:.1f} % (at least {:.0f})\n"
        "deadlocks proved: {:.1f} % (at least {:.0f})\n",
        share_of_deadlocks({"proved", "likely"}), kFound, share_of_deadlocks({"proved"}), kProved);
  }
  return text + fmt::format("false proofs: {}\n", false_proofs_);
}

}  // namespace gridlock::bench
