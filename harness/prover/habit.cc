#include "harness/prover/habit.h"

#include <algorithm>
#include <iterator>
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

// Those of whom it holds, unless it holds of all.
template <typename Holds>
std::vector<int> some(const std::vector<int>& ranks, Holds holds) {
  std::vector<int> result;
  std::ranges::copy_if(ranks, std::back_inserter(result), holds);
  if (result.size() == ranks.size()) result.clear();
  return result;
}

// The collective that one of its threads waits for.
const Call* awaited_collective(const RankFacts& facts) {
  for (const Thread& thread : facts.threads) {
    if (thread.state != Thread::State::kBlocked || thread.wait.on != Wait::On::kCall) continue;
    const auto call = std::ranges::find(facts.open, thread.wait.call, &Call::number);
    if (call != facts.open.end() && !trace::is_point_to_point(call->op)) return &*call;
  }
  return nullptr;
}

// Where steps are too few to know what follows on what: who waits for a message, a key or a lock
// while the others wait for collectives at places where collectives have completed before.
std::vector<int> beside_collectives(const Snapshot& snapshot, const std::vector<int>& ranks) {
  std::set<std::uint64_t> known;
  for (int rank : ranks) {
    for (const Call& call : snapshot.ranks[static_cast<std::size_t>(rank)].recent) {
      if (call.site != 0 && !trace::is_point_to_point(call.op)) known.insert(call.site);
    }
  }
  const auto awaited = [&](int rank) {
    return awaited_collective(snapshot.ranks[static_cast<std::size_t>(rank)]);
  };
  const bool usual = std::ranges::all_of(ranks, [&](int rank) {
    return awaited(rank) == nullptr || known.contains(awaited(rank)->site);
  });
  if (!usual) return {};
  return some(ranks, [&](int rank) { return awaited(rank) == nullptr; });
}

// Whose last call followed on another one as no call did before; nothing where some rank has made
// too few calls.
std::vector<int> with_new_steps(const Snapshot& snapshot, const std::vector<int>& ranks) {
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
  return some(ranks, [&](int rank) {
    return !seen.contains(std::ranges::find(last, rank, &std::pair<int, Step>::first)->second);
  });
}

}  // namespace

std::vector<int> out_of_habit(const Snapshot& snapshot, const std::vector<int>& ranks) {
  const std::vector<int> left = with_new_steps(snapshot, ranks);
  return left.empty() ? beside_collectives(snapshot, ranks) : left;
}

}  // namespace gridlock::prover
