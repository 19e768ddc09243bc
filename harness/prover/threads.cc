// Builds the part of the wait-for graph for threads: the waits that block them and the events that
// end these waits.
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
  add_callbacks(rank);
}

// If the program holds the future of an open call, lets the completion of the call move the rank,
// because the future may have a callback that does anything.
void WaitGraph::add_callbacks(int rank) {
  const auto [first, last] = index_.open_of(rank);
  for (int call = first; call < last; ++call) {
    if (index_.open(call).call->future_taken) graph_.edge(done(call), moves(rank));
  }
}

// Returns whether two threads wait for collectives of one group. If so, the backend may have
// ordered the collectives differently from the records.
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

bool WaitGraph::ends_by_itself(const Wait& wait) const {
  return (assumptions_.timers && soon(wait.times_out_ms)) ||
         (assumptions_.doubts && !wait.doubts.empty());
}

void WaitGraph::add_wait(int rank, const Wait& wait) {
  if (ends_by_itself(wait)) graph_.grant(moves(rank));
  switch (wait.on) {
    case Wait::On::kCall:
    case Wait::On::kIssue: {
      const auto call = index_.open_call(rank, wait.call);
      if (!call) return graph_.grant(moves(rank));
      if (wait.on == Wait::On::kIssue) return add_issue(rank, *call);
      return graph_.edge(done(*call), moves(rank));
    }
    case Wait::On::kStore:
      return add_keys(rank, wait);
    case Wait::On::kBuild:
      return add_build(rank, wait.group);
    case Wait::On::kBackward:
      return add_backward(rank);
    case Wait::On::kLock:
      return add_lock(rank, wait.holders);
    case Wait::On::kThread:
      return add_other_thread(rank, wait);
  }
}

// The wait ends when all keys are set. If the records lack keys that were set, or keys that the
// thread waits for, the wait may end at any time unless doubts are ignored.
void WaitGraph::add_keys(int rank, const Wait& wait) {
  const bool unknown = keys_incomplete_ && assumptions_.doubts;
  const bool all_set = unset_keys(wait).empty() && wait.doubts.empty();
  if (unknown || all_set) graph_.grant(moves(rank));
  graph_.edge(any_rank_moves_, moves(rank));
}

// The wait ends when the other thread leaves the store. The rank moves anyway if that thread may,
// so the wait adds nothing as long as that thread waits, too.
void WaitGraph::add_other_thread(int rank, const Wait& wait) {
  const auto& threads = index_.facts(rank).threads;
  const auto other = std::ranges::find(threads, wait.thread, &Thread::id);
  const bool waits = other != threads.end() && other->state == Thread::State::kBlocked &&
                     other->wait.on == Wait::On::kStore;
  if (!waits) graph_.grant(moves(rank));
}

// Makes the node depend on a move of the rank. A rank that makes no further call never moves.
void WaitGraph::need_to_move(Node node, int rank) {
  const RankState its = state_of(rank);
  if (its == RankState::kMoves || its == RankState::kWaits) {
    graph_.need(node, moves(rank));
  } else {
    graph_.forbid(node);
  }
}

// Like need_to_move(), but a dead rank counts as moving if the group's backend raises for dead
// peers, because the exception ends the wait.
void WaitGraph::need_to_arrive(Node node, int rank, int group) {
  const bool raises = index_.group(group).semantics->dead_peer_raises;
  if (state_of(rank) != RankState::kDead || !raises) need_to_move(node, rank);
}

// Returns whether the issue of the call connects the members. This is the case for the first call
// of a group, on a backend that connects members in their first call.
bool WaitGraph::connects(const OpenCall& open) const {
  const BackendSemantics* semantics = index_.group(open.group).semantics;
  return semantics != nullptr && semantics->issue_returns && semantics->first_issue_meets &&
         open.call->seq == 1;
}

void WaitGraph::add_issue(int rank, int call) {
  const OpenCall& open = index_.open(call);
  const KnownGroup& group = index_.group(open.group);
  const bool unknown = group.semantics == nullptr;
  if (unknown || times_out(*open.call)) return graph_.grant(moves(rank));
  if (!group.semantics->issue_returns) return graph_.edge(done(call), moves(rank));
  if (peer_never_connected(call)) {
    return graph_.edge(arrives(open.call->peer, open.group), moves(rank));
  }
  const auto local = static_cast<std::size_t>(open.call->group);
  const bool connected = index_.facts(rank).groups[local].connected;
  const bool meets = !trace::is_point_to_point(open.call->op) && connects(open);
  if (meets && !connected) return graph_.edge(all_arrive(open.group), moves(rank));
  if (!assumptions_.doubts) {
    doubtful_issues_.push_back(call);
    graph_.edge(done(call), moves(rank));
  } else if (meets) {
    graph_.edge(some_arrive(rank, open.group), moves(rank));
  } else {
    graph_.grant(moves(rank));
  }
}

// Returns a node for the rank's issue of any call of the group. Earlier calls on the stream do not
// delay an issue.
WaitGraph::Node WaitGraph::arrives(int rank, int group) {
  const Node result = graph_.all();
  need_to_arrive(result, rank, group);
  return result;
}

// Returns a node for the creation of a communicator, which needs all members.
WaitGraph::Node WaitGraph::all_arrive(int group) {
  const Node met = graph_.all();
  for (const Member& member : index_.group(group).members) {
    if (member.enqueued == 0) need_to_arrive(met, member.rank, group);
  }
  return met;
}

// Returns a node for connecting to neighbors, which needs at least one other member. The records do
// not show which one.
WaitGraph::Node WaitGraph::some_arrive(int rank, int group) {
  const Node met = graph_.any();
  for (const Member& member : index_.group(group).members) {
    if (member.rank == rank) continue;
    if (member.enqueued > 0) graph_.grant(met);
    graph_.edge(arrives(member.rank, group), met);
  }
  return met;
}

void WaitGraph::add_build(int rank, int local) {
  const auto group = index_.group_index(rank, local);
  if (!group || index_.group(*group).semantics == nullptr) return graph_.grant(moves(rank));
  if (misconnected(*group)) return;
  const auto [found, fresh] = builds_.try_emplace(*group);
  if (fresh) {
    found->second = graph_.all();
    for (const Member& member : index_.group(*group).members) {
      if (!member.has_group) need_to_move(found->second, member.rank);
    }
  }
  graph_.edge(found->second, moves(rank));
}

// Lets the thread move if the rank has no call whose future was taken. Otherwise the thread waits
// for one of these calls; add_callbacks() adds the edges.
void WaitGraph::add_backward(int rank) {
  const auto [first, last] = index_.open_of(rank);
  bool waits = false;
  for (int call = first; call < last; ++call) waits |= index_.open(call).call->future_taken;
  if (!waits) graph_.grant(moves(rank));
}

// Makes the thread depend on all live holders of the lock. The kernel releases the locks of dead
// ranks.
void WaitGraph::add_lock(int rank, const std::vector<int>& holders) {
  const bool known =
      !holders.empty() && std::ranges::all_of(holders, [&](int r) { return index_.has(r); });
  if (!known) return graph_.grant(moves(rank));
  const Node released = graph_.all();
  for (int holder : holders) {
    const RankState other = state_of(holder);
    if (other == RankState::kMoves || other == RankState::kWaits)
      graph_.need(released, moves(holder));
    if (other == RankState::kStill || other == RankState::kStopped) graph_.forbid(released);
  }
  graph_.edge(released, moves(rank));
}

}  // namespace gridlock::prover
