#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "harness/diagnosis/signature.h"
#include "harness/verdict/judge.h"

namespace gridlock::verdict {
namespace {

// Returns the verdict and class that the expectation replaces, as in "crash: raised".
std::string former(const CellRecord& record) {
  std::string text(name(record.verdict));
  if (!record.verdict_class.empty()) text += ": " + record.verdict_class;
  return text;
}

void replace(CellRecord& record, Verdict verdict, const std::string& why) {
  record.verdict_class = former(record);
  record.verdict = verdict;
  record.sentence = why + (record.sentence.empty() ? "" : ": " + record.sentence);
}

// Exceptions that Python raises for a broken program. If the compiler raises one of them,
// torch.compile wraps it in an exception of its own. So if a rank raised one of these itself, the
// case or code that it imports is broken.
constexpr std::array<std::string_view, 7> kBroken = {
    "SyntaxError",       "IndentationError", "TabError",           "NameError",
    "UnboundLocalError", "ImportError",      "ModuleNotFoundError"};

// Returns the name of the exception, such as "NameError". Returns "" if no rank raised one of
// kBroken.
std::string broken_by(const CellRecord& record) {
  for (const RankReport& report : record.reports) {
    const std::string type = report.error.substr(0, report.error.find(':'));
    if (std::ranges::count(kBroken, type) > 0) return type;
  }
  return "";
}

void apply(CellRecord& record, const matrix::Expectation& expected) {
  const bool any = expected.verdict.empty();
  if (record.verdict == Verdict::kPass) {
    record.verdict = Verdict::kXpass;
    record.verdict_class = expected.strict ? "strict" : "";
    record.sentence = fmt::format("Passed, but {} was expected ({}){}",
                                  any ? "a failure" : expected.verdict, expected.issue,
                                  expected.strict ? ". The expectation is strict, so remove it "
                                                    "from the matrix"
                                                  : "");
    record.signature = diagnosis::signature_of({"xpass", record.verdict_class});
  } else if (row(record.verdict).fails_run()) {
    const std::string broken = any ? broken_by(record) : "";
    if (!broken.empty()) {
      record.sentence += fmt::format(
          " (the matrix expects a failure here, but {} means that the program is broken; to "
          "expect it anyway, add verdict = \"{}\": {})",
          broken, name(record.verdict), expected.issue);
    } else if (any || expected.verdict == name(record.verdict)) {
      replace(record, Verdict::kXfail, fmt::format("Expected ({})", expected.issue));
    } else {
      record.sentence += fmt::format(" (expected {}, not {}: {})", expected.verdict,
                                     name(record.verdict), expected.issue);
    }
  }
}

void apply(CellRecord& record, const matrix::Quarantine& quarantine, std::string_view today) {
  if (!row(record.verdict).fails_run()) return;
  // ISO dates can be compared as text.
  if (today <= quarantine.review_by) {
    replace(record, Verdict::kQuarantined,
            fmt::format("Quarantined until {} (owner: {}; reason: {})", quarantine.review_by,
                        quarantine.owner, quarantine.reason));
  } else {
    record.sentence += fmt::format(" (its quarantine ended on {}; owner: {})", quarantine.review_by,
                                   quarantine.owner);
  }
}

}  // namespace

void apply_expectations(CellRecord& record, const matrix::PlannedCell& planned,
                        std::string_view today) {
  if (planned.xfail) apply(record, *planned.xfail);
  if (planned.quarantine) apply(record, *planned.quarantine, today);
  const bool strict_xpass =
      record.verdict == Verdict::kXpass && planned.xfail && planned.xfail->strict;
  record.unexpected = row(record.verdict).fails_run() || strict_xpass;
}

Verdict verdict_before_expectations(const CellRecord& record) {
  const bool replaced =
      record.verdict == Verdict::kXfail || record.verdict == Verdict::kQuarantined;
  if (!replaced) return record.verdict;
  const std::string& text = record.verdict_class;
  return parse(text.substr(0, text.find(':'))).value_or(record.verdict);
}

}  // namespace gridlock::verdict
