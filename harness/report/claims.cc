#include "harness/report/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/text/columns.h"
#include "harness/verdict/metrics.h"

namespace gridlock::report {
namespace {

using verdict::ClaimAnswer;
using verdict::ClaimFinding;

constexpr int kBar = 40;  // columns of the longest bar

Style style_of(const ClaimFinding& finding) {
  if (finding.is_unexpected()) return Style::kBad;
  return finding.answer == ClaimAnswer::kHeld ? Style::kGood : Style::kDim;
}

// Returns the claimed law as text, such as "equal, within a factor of 1.5".
std::string claimed(const ClaimFinding& finding) {
  return finding.factor == 1
             ? finding.law
             : fmt::format("{}, within a factor of {:g}", finding.law, finding.factor);
}

void add_curve(const ClaimFinding& finding, std::vector<Line>& lines) {
  double most = 0;
  int at = 0, number = 0;
  for (const verdict::ClaimPoint& point : finding.points) {
    most = std::max(most, point.value);
    at = std::max(at, text::columns(point.at));
    number = std::max(number, text::columns(verdict::in_unit(point.value, finding.unit)));
  }
  for (const verdict::ClaimPoint& point : finding.points) {
    const double share = most > 0 ? std::max(point.value / most, 0.0) : 0;
    lines.emplace_back().add(
        fmt::format("      {}  {}  {}", text::pad_left(point.at, at),
                    text::pad_left(verdict::in_unit(point.value, finding.unit), number),
                    std::string(static_cast<std::size_t>(std::lround(kBar * share)), '#')));
  }
}

void add_finding(const ClaimFinding& finding, std::vector<Line>& lines) {
  lines.emplace_back()
      .add("  " + text::pad(verdict::word_of(finding.answer), 10), style_of(finding))
      .add("  " + finding.name, Style::kBold);
  std::string told = fmt::format("claimed: {}; {}", claimed(finding), finding.sentence);
  if (finding.groups > 1)
    told += fmt::format(" (of {} groups of cells, this one is furthest from the claim)",
                        finding.groups);
  for (const std::string& text : text::wrap(told, "    ")) lines.emplace_back().add(text);
  if (!finding.issue.empty() && finding.answer != ClaimAnswer::kNotJudged)
    lines.emplace_back().add((finding.answer == ClaimAnswer::kHeld
                                  ? "    holds, although reported as broken: "
                                  : "    known issue: ") +
                             finding.issue);
  if (finding.points.empty()) return;
  for (const std::string& text : text::wrap(
           fmt::format("{} over {}, up to {}", finding.metric, finding.over, finding.cell), "    "))
    lines.emplace_back().add(text);
  add_curve(finding, lines);
}

}  // namespace

std::vector<Line> claim_lines(const std::vector<ClaimFinding>& findings) {
  std::vector<Line> lines;
  for (const ClaimFinding& finding : findings) add_finding(finding, lines);
  return lines;
}

}  // namespace gridlock::report
