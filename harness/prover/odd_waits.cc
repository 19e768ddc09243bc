#include "harness/prover/odd_waits.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace gridlock::prover {
namespace {

// Returns the ranks that meet the condition. Returns none if all ranks do.
template <typename Holds>
std::vector<int> some(const std::vector<int>& ranks, Holds holds) {
  std::vector<int> result;
  std::ranges::copy_if(ranks, std::back_inserter(result), holds);
  if (result.size() == ranks.size()) result.clear();
  return result;
}

// Returns a call that one of the rank's threads waits for: a send or receive if `message` is true,
// else a collective.
const Call* awaited(const RankFacts& facts, bool message) {
  for (const Thread& thread : facts.threads) {
    if (thread.state != Thread::State::kBlocked || thread.wait.on != Wait::On::kCall) continue;
    const auto call = std::ranges::find(facts.open, thread.wait.call, &Call::number);
    if (call != facts.open.end() && trace::is_point_to_point(call->op) == message) return &*call;
  }
  return nullptr;
}

const Call* awaited_collective(const RankFacts& facts) {
  return awaited(facts, /*message=*/false);
}

bool alike(const Call& a, const Call& b) {
  return a.peer == b.peer && a.tag == b.tag && a.dtype == b.dtype && a.count == b.count;
}

// Returns whether the message differs from the earlier messages at its call site. Returns nullopt
// if there are no earlier messages or if they differ from one another.
std::optional<bool> has_changed(const RankFacts& facts, const Call& message) {
  const Call* earlier = nullptr;
  for (const Call& call : facts.recent) {
    if (call.site != message.site || call.op != message.op || call.group != message.group) continue;
    if (earlier != nullptr && !alike(*earlier, call)) return std::nullopt;
    earlier = &call;
  }
  if (earlier == nullptr || message.site == 0) return std::nullopt;
  return !alike(*earlier, message);
}

}  // namespace

std::vector<int> unusual_waiters(const Snapshot& snapshot, const std::vector<int>& ranks) {
  std::set<std::uint64_t> known;
  for (const int rank : ranks) {
    for (const Call& call : facts_of_rank(snapshot, rank).recent) {
      if (call.site != 0 && !trace::is_point_to_point(call.op)) known.insert(call.site);
    }
  }
  const auto awaited = [&](int rank) { return awaited_collective(facts_of_rank(snapshot, rank)); };
  const auto at_new_place = [&](int rank) {
    return awaited(rank) != nullptr && !known.contains(awaited(rank)->site);
  };
  if (std::ranges::none_of(ranks, at_new_place)) {
    return some(ranks, [&](int rank) { return awaited(rank) == nullptr; });
  }
  // A new call site counts as unusual only for a minority. If half of the ranks wait at new call
  // sites, the program may simply have moved on.
  const auto few = some(ranks, at_new_place);
  const bool usual = std::ranges::all_of(ranks, [&](int rank) { return awaited(rank) != nullptr; });
  return usual && !known.empty() && 2 * few.size() < ranks.size() ? few : std::vector<int>{};
}

std::optional<Divergence> changed_messages(const Snapshot& snapshot,
                                           const std::vector<int>& ranks) {
  std::set<int> changed;
  for (const int rank : ranks) {
    const RankFacts& facts = facts_of_rank(snapshot, rank);
    const Call* message = awaited(facts, /*message=*/true);
    if (message == nullptr) continue;
    const auto has = has_changed(facts, *message);
    if (!has) return std::nullopt;
    if (*has) changed.insert(rank);
  }
  Divergence result;
  result.ranks = some(ranks, [&](int rank) { return changed.contains(rank); });
  if (result.ranks.empty()) return std::nullopt;
  const RankFacts& first = facts_of_rank(snapshot, result.ranks.front());
  result.how = Divergence::How::kChanged;
  result.call = *awaited(first, /*message=*/true);
  result.group = first.groups[static_cast<std::size_t>(result.call.group)];
  return result;
}

}  // namespace gridlock::prover
