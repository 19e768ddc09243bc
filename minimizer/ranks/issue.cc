#include "minimizer/ranks/issue.h"

#include <fmt/format.h>

#include "harness/process/files.h"
#include "harness/text/names.h"
#include "harness/text/quantity.h"
#include "minimizer/ranks/minimization.h"

namespace gridlock::minimizer {

namespace {

// Returns the sentence about the failure. Its line numbers refer to the printed script. Line
// numbers of the original would mislead readers.
std::string sentence_of(const Minimized& minimized) {
  const std::string& sentence = minimized.verification.sentence;
  if (!sentence.empty()) return text::capitalized(sentence);
  return "Message of the original script: " + minimized.measured.sentence;
}

}  // namespace

std::string issue_of(const Minimized& minimized, const Candidate& original) {
  const Measured& measured = minimized.measured;
  const Verification& verified = minimized.verification;
  const Candidate& best = minimized.best;
  std::string text =
      fmt::format("# {}\n\n{}\n\n", headline(*measured.signature), sentence_of(minimized));
  text += fmt::format(
      "The script below needs only torch. `python repro.py` starts its {}.\n\n"
      "- With fresh interpreters and cold caches, the failure shows in {} of {} runs.\n"
      "- The original script, {} on {}, shows it in {} of {} runs.\n\n",
      text::count_of(static_cast<std::size_t>(best.launch.ranks), "rank"), verified.shown,
      verified.runs, text::count_of(static_cast<std::size_t>(line_count(original)), "line"),
      text::count_of(static_cast<std::size_t>(original.launch.ranks), "rank"), measured.failures,
      measured.runs);
  text += "```python\n" + process::read_text(minimized.repro) + "```\n";
  return text;
}

}  // namespace gridlock::minimizer
