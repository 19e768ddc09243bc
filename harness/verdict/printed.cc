#include "harness/verdict/printed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <vector>

#include "harness/text/quantity.h"
#include "harness/verdict/judge.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {
namespace {

using Lines = std::vector<std::string>;

constexpr double kRounding = 0.01;  // largest relative difference; bf16 rounds by up to 1/256

// A line, split into text and decimal numbers. "loss 2.31" becomes {"loss ", ""} and {2.31}.
// Integers are part of the text.
struct Line {
  explicit Line(const std::string& line) {
    static const std::regex decimal(R"([-+]?\d+\.\d*(e[-+]?\d+)?)");
    auto rest = line.cbegin();
    for (std::sregex_iterator at(line.begin(), line.end(), decimal), end; at != end; ++at) {
      text.emplace_back(rest, line.cbegin() + at->position());
      rest = line.cbegin() + at->position() + at->length();
      numbers.push_back(std::strtod(at->str().c_str(), nullptr));
    }
    text.emplace_back(rest, line.cend());
  }

  Lines text;
  std::vector<double> numbers;
};

bool is_near(double a, double b) {
  return std::abs(a - b) <= kRounding * std::max({std::abs(a), std::abs(b), kRounding});
}

bool is_alike(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const Line one(a), other(b);
  return one.text == other.text && std::ranges::equal(one.numbers, other.numbers, is_near);
}

Lines lines_of(const RankReport& report, std::size_t step) {
  return step < report.printed.size() ? report.printed[step] : Lines{};
}

std::string difference(const Lines& own, const Lines& uncompiled) {
  const auto [mine, theirs] = std::ranges::mismatch(own, uncompiled, is_alike);
  if (own.size() != uncompiled.size()) {
    const bool fewer = own.size() < uncompiled.size();
    return fmt::format("{} instead of {}, {} \"{}\"", text::count_of(own.size(), "line"),
                       uncompiled.size(), fewer ? "without" : "with the extra line",
                       fewer ? *theirs : *mine);
  }
  if (mine == own.end()) return "";
  return fmt::format("\"{}\" instead of \"{}\"", *mine, *theirs);
}

}  // namespace

std::string how_printed_differs(const CellRecord& record, const CellRecord& uncompiled) {
  const std::size_t ranks = std::min(record.reports.size(), uncompiled.reports.size());
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const RankReport &own = record.reports[rank], &other = uncompiled.reports[rank];
    const std::size_t steps = std::min(own.losses.size(), other.losses.size());
    for (std::size_t step = 0; step < steps; ++step) {
      const std::string how = difference(lines_of(own, step), lines_of(other, step));
      if (!how.empty()) return fmt::format("rank {} prints in step {}: {}", rank, step, how);
    }
  }
  return "";
}

void note_printed(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup) {
  const CellRecord* uncompiled = uncompiled_of(planned, lookup);
  if (uncompiled == nullptr) return;
  const std::string how = how_printed_differs(record, *uncompiled);
  if (how.empty()) return;
  add_note(
      record,
      fmt::format("unlike {}, {}. torch.compile moves calls of reorderable_logging_functions "
                  "to the end of the graph, when buffers have their final values, and drops such "
                  "calls in functions that it inlines",
                  uncompiled->cell, how));
}

}  // namespace gridlock::verdict
