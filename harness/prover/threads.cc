// The part of the wait-for graph that is about threads: what each is blocked in, and what ends it.
#include <algorithm>
#include <set>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {
namespace {

bool on_call(const Wait& wait) {
  return wait.on == Wait::On::kCall || wait.on == Wait::On::kIssue;
}

}  // namespace

void WaitGraph::add_threads(int rank) {
  const RankFacts& facts = index_.facts(rank);
  if (order_unknown(facts)) graph_.grant(moves(rank));
  for (const Thread& thread : facts.threads) {
    if (thread.state == Thread::State::kBlocked) add_wait(rank, thread.wait);
  }
}

// Two threads wait for collectives of one group: the order of the backend may not be the recorded
// one.
bool WaitGraph::order_unknown(const RankFacts& facts) const {
  std::set<int> groups;
  for (const Thread& thread : facts.threads) {
    if (thread.state != Thread::State::kBlocked || !on_call(thread.wait)) continue;
    const auto call = index_.open_call(facts.rank, thread.wait.call);
    if (!call || trace::is_point_to_point(index_.open(*call).call->op)) continue;
    if (!groups.insert(index_.open(*call).group).second) return true;
  }
  return false;
}

void WaitGraph::add_wait(int rank, const Wait& wait) {
  if (wait.gives_up_ms != -1 && timers_ == Timers::kRelease) graph_.grant(moves(rank));
  switch (wait.on) {
    case Wait::On::kCall:
    case Wait::On::kIssue: {
      const auto call = index_.open_call(rank, wait.call);
      if (!call) return graph_.grant(moves(rank));
      if (wait.on == Wait::On::kIssue) return add_issue(rank, *call);
      return graph_.edge(done(*call), moves(rank));
    }
    case Wait::On::kStore:
      if (keys_.contains(wait.key)) graph_.grant(moves(rank));
      graph_.edge(somebody_, moves(rank));
      return;
    case Wait::On::kBuild:
      return add_build(rank, wait.group);
    case Wait::On::kBackward:
      return add_backward(rank);
    case Wait::On::kLock:
      return add_lock(rank, wait.holders);
  }
}

// Who makes no further call never will.
void WaitGraph::need_to_move(Node node, int rank) {
  const Role its = role(rank);
  if (its == Role::kMoves || its == Role::kWaits) {
    graph_.need(node, moves(rank));
  } else {
    graph_.forbid(node);
  }
}

void WaitGraph::add_issue(int rank, int call) {
  const OpenCall& open = index_.open(call);
  const KnownGroup& group = index_.group(open.group);
  if (group.semantics == nullptr) return graph_.grant(moves(rank));
  if (!group.semantics->issue_returns) return graph_.edge(done(call), moves(rank));
  const bool meets = group.semantics->first_issue_meets && open.call->seq == 1 &&
                     !trace::is_point_to_point(open.call->op);
  if (!meets) return graph_.grant(moves(rank));
  const Node met = graph_.all();
  for (const Member& member : group.members) {
    if (member.enqueued == 0) need_to_move(met, member.rank);
  }
  graph_.edge(met, moves(rank));
}

void WaitGraph::add_build(int rank, int local) {
  const auto group = index_.known(rank, local);
  if (!group || index_.group(*group).semantics == nullptr) return graph_.grant(moves(rank));
  const auto [found, fresh] = builds_.try_emplace(*group);
  if (fresh) {
    found->second = graph_.all();
    for (const Member& member : index_.group(*group).members) {
      if (!member.knows) need_to_move(found->second, member.rank);
    }
  }
  graph_.edge(found->second, moves(rank));
}

// It may be any of them that the thread waits for first.
void WaitGraph::add_backward(int rank) {
  bool waits = false;
  const auto [first, last] = index_.open_of(rank);
  for (int call = first; call < last; ++call) {
    if (!index_.open(call).call->future_taken) continue;
    graph_.edge(done(call), moves(rank));
    waits = true;
  }
  if (!waits) graph_.grant(moves(rank));
}

// The kernel takes its locks from the dead.
void WaitGraph::add_lock(int rank, const std::vector<int>& holders) {
  const bool known =
      !holders.empty() && std::ranges::all_of(holders, [&](int r) { return index_.has(r); });
  if (!known) return graph_.grant(moves(rank));
  const Node released = graph_.all();
  for (int holder : holders) {
    const Role other = role(holder);
    if (other == Role::kMoves || other == Role::kWaits) graph_.need(released, moves(holder));
    if (other == Role::kStill || other == Role::kStopped) graph_.forbid(released);
  }
  graph_.edge(released, moves(rank));
}

}  // namespace gridlock::prover
