// Implements the waits of the model's threads and the events that end them.
#include <algorithm>

#include "harness/prover/model/parts.h"

namespace gridlock::prover::model {

using Kind = Operation::Kind;

// Applies the effects that an operation has before it blocks.
void Model::begin(State& state, const At& where) const {
  const Operation& next = operation(where);
  if (is_call(next) || next.kind == Kind::kBuild) status(state, where) = Status::kOpen;
  if (next.kind == Kind::kStoreSet) state.keys |= 1u << next.key;
  if (next.kind == Kind::kUnlock) state.locks[at(next.key)].holders &= ~bit(where.rank);
  if (next.kind == Kind::kWake) wake(state, where.rank, Kind::kPark);
}

// Returns whether the operation blocks once its issue, if it has one, has returned.
bool Model::blocks(const At& where) const {
  const Operation& next = operation(where);
  switch (next.kind) {
    case Kind::kBackward:
    case Kind::kLock:
    case Kind::kWait:
    case Kind::kStoreWait:
    case Kind::kBuild:
    case Kind::kPark:
      return true;
    default:
      return is_call(next) && !next.async && (semantics_.issue_returns || !next.issuing);
  }
}

bool Model::released(const State& state, const At& where, State::Inside inside) const {
  const Operation& mine = operation(where);
  if (within_a_minute(mine.wait_times_out_ms)) return true;
  if (inside == State::Inside::kIssue) return issue_ends(state, where);
  switch (mine.kind) {
    case Kind::kStoreWait:
      return mine.outsider || (state.keys >> mine.key & 1) != 0;
    case Kind::kBuild:
      return std::ranges::all_of(program_.groups[at(mine.group)],
                                 [&](int member) { return has_joined(state, member, mine.group); });
    case Kind::kLock:
      return may_take(state, mine);
    case Kind::kBackward:  // as long as a call with a taken future is open, complete() wakes it
      return !has_futures(state, where.rank);
    case Kind::kPark:
      return false;
    case Kind::kWait:
      return status(state, {where.rank, where.thread, mine.of}) != Status::kOpen;
    default:
      return status(state, where) != Status::kOpen;
  }
}

void Model::wake(State& state, int rank, Kind inside) const {
  auto& threads = state.ranks[at(rank)];
  for (int i = 0; i < static_cast<int>(threads.size()); ++i) {
    State::Thread& thread = threads[at(i)];
    if (thread.inside != State::Inside::kOperation) continue;
    if (operation({rank, i, thread.next}).kind != inside) continue;
    thread.inside = State::Inside::kNothing;
    ++thread.next;
  }
}

bool Model::has_joined(const State& state, int rank, int group) const {
  if (!has(program_.built, group)) return true;
  for (int thread = 0; thread < static_cast<int>(state.ranks[at(rank)].size()); ++thread) {
    const auto& calls = state.ranks[at(rank)][at(thread)].calls;
    for (int i = 0; i < static_cast<int>(calls.size()); ++i) {
      const Operation& here = operation({rank, thread, i});
      const bool builds = here.kind == Kind::kBuild && here.group == group;
      if (builds && calls[at(i)] != Status::kNotIssued) return true;
    }
  }
  return false;
}

// Returns whether a rank would get the lock now. The kernel releases the locks of dead ranks.
bool Model::may_take(const State& state, const Operation& mine) const {
  const State::Lock& lock = state.locks[at(mine.key)];
  return (lock.holders & ~state.exited) == 0 || (lock.shared && mine.shared);
}

// Takes the lock. If the rank's wait timed out, the rank continues without the lock.
void Model::take(State& state, const At& where) const {
  const Operation& mine = operation(where);
  if (mine.kind != Kind::kLock || !may_take(state, mine)) return;
  State::Lock& lock = state.locks[at(mine.key)];
  lock.holders = (lock.holders & ~state.exited) | bit(where.rank);
  lock.shared = mine.shared;
}

bool Model::issues(const State& state, const At& where) const {
  const State::Thread& thread = state.ranks[at(where.rank)][at(where.thread)];
  return thread.inside == State::Inside::kIssue && thread.next == where.index;
}

bool Model::future_taken(const State& state, const At& where) const {
  return operation(where).future_taken && !issues(state, where);
}

bool Model::has_futures(const State& state, int rank) const {
  return std::ranges::any_of(issued(state, rank), [&](const At& call) {
    return status(state, call) == Status::kOpen && future_taken(state, call);
  });
}

bool Model::passes_issue(const State& state, const At& where) const {
  return is_call(operation(where)) && (operation(where).issuing || connects(state, where));
}

// Returns whether the issue of the call waits until other members join.
bool Model::connects(const State& state, const At& where) const {
  return semantics_.issue_returns && semantics_.first_issue_meets &&
         operation(where).kind != Kind::kRecvAny && seq_of(state, where) == 1;
}

// Returns whether the issue may return. On a backend whose issue does not return early, the call
// executes within its issue.
bool Model::issue_ends(const State& state, const At& where) const {
  if (status(state, where) != Status::kOpen) return true;
  if (!semantics_.issue_returns) return false;
  if (!connects(state, where)) return true;
  return operation(where).kind == Kind::kCollective ? members_connected(state, where)
                                                    : peer_connected(state, where);
}

bool Model::still_connects(const State& state, const At& where) const {
  return issues(state, where) && connects(state, where) && !issue_ends(state, where);
}

// Returns whether enough members have joined. Creating a communicator needs all members. Connecting
// within an existing communicator needs one other member.
bool Model::members_connected(const State& state, const At& where) const {
  const int group = operation(where).group;
  const auto came = [&](int member) {
    const bool raises = (state.exited & bit(member)) != 0 && semantics_.dead_peer_raises;
    return raises || !collectives(state, member, group).empty();
  };
  const auto& members = program_.groups[at(group)];
  if (!has(program_.connected, group)) return std::ranges::all_of(members, came);
  return std::ranges::any_of(members,
                             [&](int member) { return member != where.rank && came(member); });
}

// Returns whether the peer has issued any message between the two ranks.
bool Model::peer_connected(const State& state, const At& where) const {
  const Operation& mine = operation(where);
  if ((state.exited & bit(mine.peer)) != 0 && semantics_.dead_peer_raises) return true;
  return std::ranges::any_of(issued(state, mine.peer), [&](const At& call) {
    const Operation& its = operation(call);
    const bool with_me = its.peer == where.rank || its.kind == Kind::kRecvAny;
    return its.kind != Kind::kCollective && its.group == mine.group && with_me;
  });
}

}  // namespace gridlock::prover::model
