#include "harness/prover/odd_waits.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace gridlock::prover {
namespace {

const RankFacts& facts_of(const Snapshot& snapshot, int rank) {
  return snapshot.ranks[static_cast<std::size_t>(rank)];
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

}  // namespace

std::vector<int> beside_usual_collectives(const Snapshot& snapshot, const std::vector<int>& ranks) {
  std::set<std::uint64_t> known;
  for (const int rank : ranks) {
    for (const Call& call : facts_of(snapshot, rank).recent) {
      if (call.site != 0 && !trace::is_point_to_point(call.op)) known.insert(call.site);
    }
  }
  const auto awaited = [&](int rank) { return awaited_collective(facts_of(snapshot, rank)); };
  const bool usual = std::ranges::all_of(ranks, [&](int rank) {
    return awaited(rank) == nullptr || known.contains(awaited(rank)->site);
  });
  if (!usual) return {};
  return some(ranks, [&](int rank) { return awaited(rank) == nullptr; });
}

}  // namespace gridlock::prover
