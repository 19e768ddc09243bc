#include "harness/prover/side_log.h"

#include <algorithm>
#include <span>

#include "harness/prover/alignment.h"

namespace gridlock::prover {
namespace {

constexpr std::uint64_t kWindowBefore = 256;
constexpr std::size_t kWindowAfter = 16;

const HashedCall& call_at(const SideLog& side, std::uint64_t seq) {
  return side.calls[static_cast<std::size_t>(seq - side.first())];
}

// Returns the calls from sequence number `from` to a few calls after `seq`. The log must contain
// both. The code never adds to a sequence number, because a rank may have written any number and
// the sum could overflow.
std::span<const HashedCall> window(const SideLog& side, std::uint64_t from, std::uint64_t seq) {
  const auto begin = static_cast<std::size_t>(from - side.first());
  const auto end = static_cast<std::size_t>(seq - side.first()) + kWindowAfter;
  return std::span(side.calls).subspan(begin, std::min(end, side.calls.size()) - begin);
}

}  // namespace

SideLog side_log(const Index& index, int group, const std::vector<int>& side) {
  SideLog log{side, {}, 0};
  const RankFacts& facts = index.facts(side.front());
  for (int local = 0; local < static_cast<int>(facts.groups.size()); ++local) {
    if (index.group_index(side.front(), local) != group) continue;
    log.calls = collectives_of(facts, local);
  }
  return log;
}

std::pair<std::uint64_t, std::uint64_t> divergence_range(const std::vector<SideLog>& sides,
                                                         std::uint64_t seq) {
  std::uint64_t from = seq > kWindowBefore ? seq - kWindowBefore : 0;
  for (const SideLog& side : sides) from = std::max(from, side.first());
  const auto first_window = window(sides.front(), from, seq);
  std::uint64_t ahead = seq - from;
  for (const SideLog& side : sides) {
    ahead = std::min<std::uint64_t>(ahead, divergence(first_window, window(side, from, seq)));
  }
  const std::uint64_t last = from + ahead;
  const auto elsewhere = [&](std::uint64_t at) {
    return std::ranges::any_of(sides, [&](const SideLog& side) {
      return call_at(side, at).place() != call_at(sides.front(), at).place();
    });
  };
  std::uint64_t first = last;
  while (first > from && elsewhere(first - 1)) --first;
  return {first, last};
}

}  // namespace gridlock::prover
