#include "harness/diagnosis/render.h"

#include <fmt/format.h>

#include "harness/diagnosis/handling.h"
#include "harness/diagnosis/histories.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/stack_tree.h"
#include "harness/diagnosis/waiting.h"
#include "harness/text/columns.h"
#include "harness/text/names.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"
#include "harness/text/utf8.h"

namespace gridlock::diagnosis {
namespace {

constexpr int kLabel = 12;

// Returns a labeled value, such as "look at     …". If the value takes several lines, all of them
// begin in the same column. Returns no line for an empty value.
std::vector<std::string> labeled(const std::string& label, const std::string& value) {
  if (value.empty()) return {};
  auto wrapped =
      text::wrap(value, std::string(kLabel, ' '), text::kPageWidth, text::LongWord::kCut);
  wrapped[0].replace(0, kLabel, text::pad(label, kLabel));
  return wrapped;
}

class Page {
 public:
  void line(const std::string& text) { text_ += text + "\n"; }

  void lines(const std::vector<std::string>& lines) {
    for (const std::string& text : lines) line(text);
  }

  void field(const std::string& label, const std::string& value) { lines(labeled(label, value)); }

  void section(const std::string& title, const std::vector<std::string>& content) {
    if (content.empty()) return;
    line("");
    if (!title.empty()) line(title);
    lines(content);
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string at_fault_words(const Evidence& evidence) {
  const facts::Finding& finding = evidence.finding;
  if (finding.at_fault.empty()) return "unknown";
  const std::string rule = text::clean(finding.rule);
  std::string text = text::rank_words(finding.at_fault) + (rule.empty() ? "" : ". " + rule);
  for (const auto& [rank, words] : handling_of(evidence)) {
    if (contains(finding.at_fault, rank)) {
      const bool only = finding.at_fault.size() == 1;
      const std::string who = only ? "It" : text::capitalized(text::rank_words({rank}));
      text += fmt::format(". {} is handling {}", who, words);
    }
  }
  return text;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + text::clean(part);
  return text;
}

// Returns text about when the first wait times out. Returns "" if no wait has a timeout.
std::string timeout_words(const facts::Finding& finding) {
  std::int64_t first = -1;
  for (const facts::Blocked& blocked : finding.blocked) {
    for (const std::int64_t left : {blocked.wait.times_out_ms, blocked.call.times_out_ms}) {
      if (left >= 0 && (first < 0 || left < first)) first = left;
    }
  }
  return first < 0 ? "" : "in " + text::rough_duration(static_cast<double>(first) / 1000);
}

}  // namespace

std::string render_text(const Evidence& evidence) {
  const facts::Finding& finding = evidence.finding;
  Page page;
  page.lines(text::wrap(sentence(evidence) + ".", "", text::kPageWidth, text::LongWord::kCut));
  page.line("");
  const char* how = finding.proved ? "" : "likely ";
  page.field("finding", fmt::format("{}{}, {}", how, name(finding.kind), name(finding.cls)));
  page.field("not proved", text::clean(facts::doubt(finding)));
  page.field("at fault", at_fault_words(evidence));
  // For a compile past its bound, the sentence already contains the compile times.
  if (evidence.blowup && !evidence.blowup->past_bound) {
    page.field("compiling", describe(*evidence.blowup));
  }
  page.field("times out", timeout_words(finding));
  page.field("look at", advice(finding.cls));
  for (const History& history : histories(evidence)) page.section("", render(history));
  page.section("stacks (▸ the program's own code; frames within torch and Python left out)",
               render(build_tree(evidence)));
  page.section("", labeled("assuming", joined(finding.assumptions)));
  return page.take();
}

}  // namespace gridlock::diagnosis
