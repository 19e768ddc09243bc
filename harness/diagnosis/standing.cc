#include "harness/diagnosis/standing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "harness/diagnosis/handling.h"
#include "harness/diagnosis/stack_tree.h"
#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"
#include "harness/text/utf8.h"

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kMostCalls = 4;

std::string open_calls(const RankEvidence& rank) {
  std::vector<std::string> calls;
  for (std::size_t i = 0; i < std::min(rank.open.size(), kMostCalls); ++i) {
    const facts::Call& call = rank.open[i];
    const auto group = static_cast<std::size_t>(call.group);
    const bool known = call.group >= 0 && group < rank.groups.size();
    calls.push_back(known ? call_words(call, rank.groups[group]) : call_words(call));
  }
  if (rank.open.size() > kMostCalls) {
    calls.push_back(fmt::format("{} more", rank.open.size() - kMostCalls));
  }
  if (!calls.empty()) return fmt::format("pending: {}", fmt::join(calls, ", "));
  const std::string waits = wait_words(rank);
  return waits.empty() ? "no pending call" : waits;
}

std::string line(const RankEvidence& rank) {
  std::string text = fmt::format("rank {}: ", rank.rank);
  if (!rank.end.empty()) return text + text::clean(rank.end);
  if (rank.phase_seconds >= 0) {
    text += fmt::format("last event {} ago; ", text::rough_duration(rank.phase_seconds));
  }
  const std::string handling = handling_words(rank);
  return text + open_calls(rank) + (handling.empty() ? "" : "; handling " + handling) +
         lock_words(rank);
}

}  // namespace

std::string render_standing(const Evidence& evidence) {
  std::string text;
  for (const RankEvidence& rank : evidence.ranks) {
    for (const std::string& row :
         text::wrap(line(rank), "  ", text::kPageWidth, text::LongWord::kCut))
      text += row + "\n";
  }
  return text + "\n" + render_stacks(evidence);
}

std::string render_stacks(const Evidence& evidence) {
  const auto tree = render(build_tree(evidence));
  if (tree.empty()) return "py-spy could not read any stack.\n";
  std::string text;
  for (const std::string& row : tree) text += row + "\n";
  return text;
}

}  // namespace gridlock::diagnosis
