#include "harness/cli/ablation_tree.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::cli {
namespace {

using minimizer::Answer;
using minimizer::Verdict;

constexpr int kWordsWidth = 44, kVersionWidth = 8;

const char* color_of(Verdict verdict) {
  if (verdict == Verdict::kSame) return "31";
  return verdict == Verdict::kPasses ? "32" : "33";
}

}  // namespace

std::string answer_words(const Answer& answer) {
  switch (answer.verdict) {
    case Verdict::kSame:
      return answer.failures < answer.runs
                 ? fmt::format("fails in {} of {} runs", answer.failures, answer.runs)
                 : "fails";
    case Verdict::kPasses:
      return "passes";
    case Verdict::kFlaky:
      return fmt::format("fails in {} of {} runs: too rarely to tell", answer.failures,
                         answer.runs);
    case Verdict::kSlow:
      return "still running at the time limit";
    case Verdict::kBusy:
      return "no answer: the machine was too busy";
    default:
      return "another failure" + (answer.seen ? ": " + to_string(*answer.seen) : "");
  }
}

AblationTree::AblationTree()
    : colors_(isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr) {}

minimizer::AblationListener AblationTree::listener() {
  minimizer::AblationListener listener;
  listener.on_section = [](const std::string& title) { fmt::print(stderr, "{}\n", title); };
  listener.on_answer = [this](const minimizer::Question& question, const Answer& answer) {
    show(question.words, answer);
  };
  listener.on_finding = [](const std::string& words) { fmt::print(stderr, "└─ {}\n", words); };
  return listener;
}

void AblationTree::show(const std::string& words, const Answer& answer) const {
  fmt::print(stderr, "├─ {} {} ({})\n", text::pad(words, kWordsWidth),
             colored(answer_words(answer), color_of(answer.verdict)),
             text::duration(answer.seconds));
}

minimizer::VersionListener AblationTree::version_listener() const {
  minimizer::VersionListener listener;
  listener.on_begin = [](const std::string& own) {
    fmt::print(stderr, "versions of torch (the script fails with {})\n", own);
  };
  listener.on_answer = [this](const minimizer::VersionAnswer& answer) { show_version(answer); };
  listener.on_end = [](const minimizer::VersionResult& result) {
    const std::string words = sentence_of(result);
    fmt::print(stderr, "└─ {}\n", words.empty() ? "no other version gave an answer" : words);
  };
  return listener;
}

void AblationTree::show_version(const minimizer::VersionAnswer& answer) const {
  const char* color = answer.shows == minimizer::Shows::kYes ? "31" : "33";
  fmt::print(stderr, "├─ {} {}\n", text::pad(answer.torch, kVersionWidth),
             colored(answer.words, answer.words == "passes" ? "32" : color));
}

std::string AblationTree::colored(const std::string& text, const char* color) const {
  return colors_ ? fmt::format("\033[{}m{}\033[0m", color, text) : text;
}

}  // namespace gridlock::cli
