#include "harness/prover/habit.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace gridlock::prover {
namespace {

using Step = std::pair<std::uint64_t, std::uint64_t>;  // a call's site, and the next one's

std::vector<const Call*> in_order(const RankFacts& facts) {
  std::vector<const Call*> calls;
  for (const Call& call : facts.recent) calls.push_back(&call);
  for (const Call& call : facts.open) calls.push_back(&call);
  std::ranges::sort(calls, {}, &Call::number);
  return calls;
}

std::optional<Step> step(const Call& before, const Call& after) {
  if (before.number + 1 != after.number || before.site == 0 || after.site == 0) return std::nullopt;
  return Step{before.site, after.site};
}

}  // namespace

std::vector<int> out_of_habit(const Snapshot& snapshot, const std::vector<int>& ranks) {
  std::set<Step> seen;
  std::vector<std::pair<int, Step>> last;
  for (int rank : ranks) {
    const auto calls = in_order(snapshot.ranks[static_cast<std::size_t>(rank)]);
    for (std::size_t i = 1; i < calls.size(); ++i) {
      const auto here = step(*calls[i - 1], *calls[i]);
      if (!here) continue;
      if (i + 1 == calls.size()) {
        last.emplace_back(rank, *here);
      } else {
        seen.insert(*here);
      }
    }
  }
  if (last.size() != ranks.size()) return {};
  std::vector<int> left;
  for (const auto& [rank, here] : last) {
    if (!seen.contains(here)) left.push_back(rank);
  }
  if (left.size() == ranks.size()) left.clear();
  return left;
}

}  // namespace gridlock::prover
