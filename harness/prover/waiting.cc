#include "harness/prover/waiting.h"

#include <optional>

namespace gridlock::prover {
namespace {

// Returns the call that the thread waits for. A wait in the backward pass may have several; returns
// the first.
std::optional<int> call_of(const WaitGraph& graph, int rank, const Wait& wait) {
  const Index& index = graph.index();
  if (wait.on == Wait::On::kCall || wait.on == Wait::On::kIssue) {
    return index.open_call(rank, wait.call);
  }
  if (wait.on != Wait::On::kBackward) return std::nullopt;
  const auto [first, last] = index.open_of(rank);
  for (int call = first; call < last; ++call) {
    if (index.open(call).call->future_taken && !graph.may_complete(call)) return call;
  }
  return std::nullopt;
}

Blocked describe(const WaitGraph& graph, MissingRanks& missing, const RankFacts& facts,
                 const Thread& thread) {
  Blocked result;
  result.rank = facts.rank;
  result.thread = thread.id;
  result.wait = thread.wait;
  const Index& index = graph.index();
  int group = thread.wait.on == Wait::On::kBuild ? thread.wait.group : -1;
  if (const auto call = call_of(graph, facts.rank, thread.wait)) {
    result.call = *index.open(graph.stuck_before(*call)).call;
    group = result.call.group;
  }
  if (group >= 0 && static_cast<std::size_t>(group) < facts.groups.size()) {
    result.group = facts.groups[static_cast<std::size_t>(group)];
  }
  if (thread.wait.on == Wait::On::kStore) result.wait.keys = graph.unset_keys(thread.wait);
  result.waits_for = missing.ranks(facts.rank, thread.wait);
  return result;
}

}  // namespace

Waiting waiting_of(const WaitGraph& graph) {
  Waiting result;
  MissingRanks missing(graph);
  for (int rank = 0; rank < graph.index().ranks(); ++rank) {
    if (graph.state_of(rank) != RankState::kWaits || graph.may_move(rank)) continue;
    const RankFacts& facts = graph.index().facts(rank);
    result.ranks.push_back(rank);
    for (const Thread& thread : facts.threads) {
      if (thread.state != Thread::State::kBlocked) continue;
      result.blocked.push_back(describe(graph, missing, facts, thread));
      for (const WaitPoint& place : missing.places(rank, thread.wait)) {
        Waiters& waiters = result.places[place];
        if (waiters.ranks.empty()) waiters.missing = missing.ranks(place, rank, thread.wait);
        if (waiters.ranks.empty() || waiters.ranks.back() != rank) waiters.ranks.push_back(rank);
      }
    }
  }
  return result;
}

}  // namespace gridlock::prover
