#include "harness/cli/minimize_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/cli/command.h"
#include "harness/cli/script_words.h"
#include "harness/text/names.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "minimizer/ranks/failure.h"
#include "minimizer/tasks/minimize_task.h"

namespace gridlock::cli {
namespace {

using minimizer::Minimized;
using minimizer::Outcome;

constexpr std::size_t kShownLines = 5;

// The properties of a failure that a cell and its script must share.
struct Failure {
  std::string family;     // hang, crash, wrong, not_compiled
  std::string exception;  // "" = none, or unknown
};

// Returns the family of a verdict. All hangs are one family, because one hang may lead to different
// verdicts.
std::string family_of(const std::string& kind) {
  static constexpr std::array<std::string_view, 5> kHangs = {"deadlock", "desync", "stall",
                                                             "compile_skew", "timeout"};
  return std::ranges::count(kHangs, kind) > 0 ? "hang" : kind;
}

Failure failure_in(const std::string& signature) {
  std::vector<std::string> parts = minimizer::parts_of(signature);
  parts.resize(3);  // verdict, class, exception
  return {family_of(parts[0]), parts[0] == "crash" && parts[1] == "raised" ? parts[2] : ""};
}

std::string rate(const minimizer::Measured& measured) {
  return fmt::format("{} of {} runs", measured.failures, measured.runs);
}

std::string count(int number, const char* noun) {
  return text::count_of(static_cast<std::size_t>(number), noun);
}

// Returns the last lines of the output, or "" if the script printed nothing.
std::string last_lines(const std::string& output) {
  const std::size_t last = output.find_last_not_of(" \t\r\n");
  if (last == std::string::npos) return "";
  std::size_t begin = last;
  for (std::size_t lines = 0; lines < kShownLines && begin != std::string::npos; ++lines) {
    begin = begin == 0 ? std::string::npos : output.rfind('\n', begin - 1);
  }
  std::string text = "\n  | ";
  for (std::size_t at = begin == std::string::npos ? 0 : begin + 1; at <= last; ++at) {
    text += output[at] == '\n' ? std::string("\n  | ") : std::string(1, output[at]);
  }
  return text;
}

std::string stopped_words(const Minimized& minimized) {
  if (minimized.lines == 0) return "interrupted before the search began";
  return fmt::format("interrupted; the best so far is {} ({})", text::shown_path(minimized.repro),
                     count(minimized.lines, "line"));
}

std::string verified_words(const minimizer::Verification& seen, const std::string& failure) {
  if (seen.only_alone) {
    return fmt::format(
        "{} of {} runs of `python repro.py` show the failure ({}), in fresh interpreters and "
        "without gridlock",
        seen.alone, seen.runs, failure);
  }
  return fmt::format(
      "{} of {} runs in fresh interpreters show the failure ({}), {} of {} without gridlock",
      seen.shown, seen.runs, failure, seen.alone, seen.runs);
}

std::string result_words(const Minimized& minimized, const minimizer::SearchRequest& request) {
  const minimizer::Verification& verified = minimized.verification;
  std::string text = fmt::format(
      "{}: {} on {}, in {}\n{}\nverified: {}\nissue text: {}\n", text::shown_path(minimized.repro),
      count(minimized.lines, "line"), count(minimized.best.launch.ranks, "rank"),
      text::duration(minimized.result.seconds), counts_words(minimized.result.statistics),
      verified_words(verified, headline(*minimized.measured.signature)),
      text::shown_path(request.folder / "issue.md"));
  if (minimized.result.end == minimizer::End::kBudget) {
    text += "the budget is spent; repeat the command with --resume to continue\n";
  }
  return text;
}

// If the task is a cell without a known failure, returns a note that no run has compared the cell's
// numerical results. Otherwise returns "".
std::string unjudged_words(const minimizer::MinimizeTask& task) {
  if (!task.is_cell || !task.known_failure.empty() || task.request.checks.growth) return "";
  return fmt::format(
      "\n  No run has compared the numbers of this cell yet: compare them with gridlock run "
      "--select {0}; if they are wrong, minimize the cell with gridlock minimize RUN/{0}",
      task.name);
}

}  // namespace

std::string measured_words(const minimizer::Measured& measured, int lines) {
  if (!measured.signature) return "";
  std::string text =
      fmt::format("{} in {}, {} each; {}", headline(*measured.signature), rate(measured),
                  text::rough_duration(measured.seconds), count(lines, "line"));
  if (!measured.sentence.empty()) text += "\n  " + text::capitalized(measured.sentence);
  const std::string printed = last_lines(measured.output);
  return printed.empty() ? text : text + "\n  the script's last lines:" + printed;
}

std::string usage_mistake(const minimizer::Measured& measured, const minimizer::MinimizeTask& task,
                          const std::vector<std::string>& option_names) {
  const bool usage = measured.signature && field_of(*measured.signature, "exit_code") == "2" &&
                     measured.output.find("usage:") != std::string::npos;
  const std::string option = own_option_among(task.request.launch.arguments, option_names);
  if (!usage || option.empty()) return "";
  return fmt::format(
      "{0} refuses its arguments (exit code 2). {1} comes after the script, so gridlock passes it "
      "to the script. Write options of minimize before the script: gridlock minimize -n {2} {1} … "
      "{0}",
      task.name, option, task.request.launch.ranks);
}

std::string slip_of_script(const minimizer::Measured& measured,
                           const minimizer::MinimizeTask& task) {
  if (task.known_failure.empty() || !measured.signature) return "";
  const Failure known = failure_in(task.known_failure);
  const Failure seen{family_of(measured.signature->kind),
                     field_of(*measured.signature, "exception")};
  const bool same_exception = known.exception.empty() || known.exception == seen.exception;
  if (known.family == seen.family && same_exception) return "";
  return fmt::format(
      "the exported script fails differently from the cell ({}). To minimize the script's "
      "failure: gridlock export {} -o cell.py, then gridlock minimize -n {} cell.py",
      task.known_failure, task.name, task.request.launch.ranks);
}

std::string counts_words(const minimizer::Statistics& statistics) {
  const int refused = statistics.screened + statistics.completing;
  std::string text = fmt::format("{} tried, {} answered from the cache, {} discarded without a run",
                                 count(statistics.asked, "candidate"), statistics.cached, refused);
  if (statistics.completing > 0) {
    text += fmt::format(" ({} of these because they cannot hang)", statistics.completing);
  }
  return text;
}

std::string verification_words(const minimizer::Verification& seen) {
  std::string text = fmt::format("in fresh interpreters the failure shows in {} of {} runs",
                                 seen.shown, seen.runs);
  text += seen.only_alone ? std::string(" of `python repro.py`")
                          : fmt::format(" under gridlock exec, and in {} of {} without gridlock",
                                        seen.alone, seen.runs);
  for (const std::string& other : seen.differently) text += "\n  other result: " + other;
  return text;
}

std::string going_back_words(const minimizer::WentBack& back) {
  return fmt::format(
      "the smallest script ({}) is not confirmed: {}\n  on forked ranks the failure shows in {} "
      "of {} runs; going back to an earlier script that fails reliably",
      count(back.lines, "line"), verification_words(back.seen), back.rate.failures, back.rate.runs);
}

MinimizeEnd minimize_end(const Minimized& minimized, const minimizer::MinimizeTask& task) {
  const minimizer::Measured& measured = minimized.measured;
  const minimizer::SearchRequest& request = task.request;
  switch (minimized.outcome) {
    case Outcome::kMinimized:
      return {result_words(minimized, request), true, kExpected};
    case Outcome::kPasses:
      return {fmt::format("nothing to minimize: {} passes {} of {} runs on {}{}{}{}", task.name,
                          measured.runs, measured.runs, count(request.launch.ranks, "rank"),
                          measured.sentence.empty() ? "" : ": ", measured.sentence,
                          unjudged_words(task)),
              false, kUnexpected};
    case Outcome::kTooSlow:
      return {
          fmt::format("{} was still running after {}, and gridlock has no record of its failure",
                      task.name, text::duration(request.longest_run)),
          false, kUnexpected};
    case Outcome::kFlaky:
      return {fmt::format("{} fails in {}. Add --flaky to minimize a failure that does not occur "
                          "in every run",
                          task.name, rate(measured)),
              false, kUnexpected};
    case Outcome::kDeclined:
      return {"nothing was minimized", false, kBadInput};
    case Outcome::kStopped:
      return {stopped_words(minimized), false, kInterrupted};
    case Outcome::kNotVerified:
      break;
  }
  return {fmt::format("{} is NOT verified: {}", text::shown_path(minimized.repro),
                      verification_words(minimized.verification)),
          false, kUnexpected};
}

}  // namespace gridlock::cli
