#include "harness/prover/waiting.h"

#include <algorithm>

namespace gridlock::prover {
namespace {

Blocked describe(const WaitGraph& graph, Missing& missing, const RankFacts& facts,
                 const Thread& thread) {
  Blocked result;
  result.rank = facts.rank;
  result.thread = thread.id;
  result.wait = thread.wait;
  const Index& index = graph.index();
  int group = thread.wait.on == Wait::On::kBuild ? thread.wait.group : -1;
  const bool on_call = thread.wait.on == Wait::On::kCall || thread.wait.on == Wait::On::kIssue;
  if (const auto call = index.open_call(facts.rank, thread.wait.call); on_call && call) {
    result.call = *index.open(graph.stuck_before(*call)).call;
    group = result.call.group;
  }
  if (group >= 0 && static_cast<std::size_t>(group) < facts.groups.size()) {
    result.group = facts.groups[static_cast<std::size_t>(group)];
  }
  result.waits_for = missing.ranks(facts.rank, thread.wait);
  return result;
}

}  // namespace

Waiting waiting_of(const WaitGraph& graph) {
  Waiting result;
  Missing missing(graph);
  for (int rank = 0; rank < graph.index().ranks(); ++rank) {
    if (graph.role(rank) != Role::kWaits || graph.may_move(rank)) continue;
    const RankFacts& facts = graph.index().facts(rank);
    result.ranks.push_back(rank);
    for (const Thread& thread : facts.threads) {
      if (thread.state != Thread::State::kBlocked) continue;
      result.blocked.push_back(describe(graph, missing, facts, thread));
      for (const Place& place : missing.places(rank, thread.wait)) {
        Crowd& crowd = result.places[place];
        if (crowd.waiters.empty()) crowd.missing = missing.ranks(place, rank, thread.wait);
        if (crowd.waiters.empty() || crowd.waiters.back() != rank) crowd.waiters.push_back(rank);
      }
    }
  }
  return result;
}

}  // namespace gridlock::prover
