#include "harness/prover/side_log.h"

#include <algorithm>
#include <span>

#include "harness/prover/alignment.h"

namespace gridlock::prover {
namespace {

constexpr std::uint64_t kWindowBefore = 256;
constexpr std::uint64_t kWindowAfter = 16;

const Step& step_at(const SideLog& side, std::uint64_t seq) {
  return side.calls[static_cast<std::size_t>(seq - side.first())];
}

std::span<const Step> between(const SideLog& side, std::uint64_t from, std::uint64_t to) {
  const auto begin = static_cast<std::size_t>(from - side.first());
  const auto end = std::min(static_cast<std::size_t>(to - side.first()), side.calls.size());
  return std::span(side.calls).subspan(begin, end - begin);
}

}  // namespace

SideLog side_log(const Index& index, int group, const std::vector<int>& side) {
  SideLog log{side, {}, 0};
  const RankFacts& facts = index.facts(side.front());
  for (int local = 0; local < static_cast<int>(facts.groups.size()); ++local) {
    if (index.known(side.front(), local) != group) continue;
    log.calls = collectives_of(facts, local);
  }
  return log;
}

std::pair<std::uint64_t, std::uint64_t> divergence_of(const std::vector<SideLog>& sides,
                                                      std::uint64_t seq) {
  std::uint64_t from = seq > kWindowBefore ? seq - kWindowBefore : 0;
  for (const SideLog& side : sides) from = std::max(from, side.first());
  const auto window = [&](const SideLog& side) { return between(side, from, seq + kWindowAfter); };
  std::uint64_t last = seq;
  for (const SideLog& side : sides) {
    last = std::min(last, from + divergence(window(sides.front()), window(side)));
  }
  const auto elsewhere = [&](std::uint64_t at) {
    return std::ranges::any_of(sides, [&](const SideLog& side) {
      return step_at(side, at).place() != step_at(sides.front(), at).place();
    });
  };
  std::uint64_t first = last;
  while (first > from && elsewhere(first - 1)) --first;
  return {first, last};
}

}  // namespace gridlock::prover
