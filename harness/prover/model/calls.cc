// Decides when calls of the model may complete.
#include <algorithm>
#include <bit>

#include "harness/prover/model/parts.h"

namespace gridlock::prover::model {
namespace {

using Kind = Operation::Kind;
using trace::Op;

bool is_in(Ranks ranks, int rank) {
  return (ranks >> rank & 1) != 0;
}

Needs row(const BackendSemantics& semantics, Op op) {
  return semantics.needs.contains(op) ? semantics.needs.at(op) : Needs::kUnknown;
}

// Returns whether data from position `from` reaches position `to` in a binomial tree. There is one
// round per bit. In it, every position with the data sends to the position that is larger by that
// bit.
bool gets_it_through(std::size_t from, std::size_t to, std::size_t size) {
  for (std::size_t bit = 1; bit < size; bit *= 2) {
    if (from >= bit || from + bit >= size) continue;
    if (from + bit == to || gets_it_through(from + bit, to, size)) return true;
  }
  return false;
}

bool sends_to(std::size_t from, std::size_t to) {
  return to > from && std::has_single_bit(to - from) && to - from > from;
}

bool is_needed(Needs needs, const std::vector<int>& members, int root, int rank, int other) {
  const auto place = [&](int member) {
    const auto index = std::ranges::find(members, member) - std::ranges::find(members, root);
    const auto size = static_cast<std::ptrdiff_t>(members.size());
    return static_cast<std::size_t>((index + size) % size);
  };
  switch (needs) {
    case Needs::kAll:
      return true;
    case Needs::kFromAll:
      return rank == root;
    case Needs::kRoot:
      return other == root;
    case Needs::kStar:
      return rank == root || other == root;
    case Needs::kTree:
      return sends_to(place(rank), place(other)) ||
             gets_it_through(place(other), place(rank), members.size());
    default:
      return false;
  }
}

}  // namespace

// Returns whether the operation needs a worker.
bool Model::queued(const Operation& operation) const {
  const bool empty = operation.count == 0 && operation.op != Op::kBarrier;
  return row(semantics_, operation.op) != Needs::kUnknown &&
         !(empty && semantics_.empty_needs_nobody);
}

// Counts the earlier open calls of the group that need a worker.
int Model::ahead(const State& state, const At& where) const {
  int count = 0;
  for (const At& other : collectives(state, where.rank, operation(where).group)) {
    if (other.thread == where.thread && other.index == where.index) break;
    if (status(state, other) == Status::kOpen && queued(operation(other))) ++count;
  }
  return count;
}

bool Model::in_turn(const State& state, const At& where) const {
  const int after = operation(where).after;
  return after < 0 || status(state, {where.rank, where.thread, after}) != Status::kOpen;
}

bool Model::starts(const State& state, const At& where) const {
  if (!in_turn(state, where)) return false;
  if (!queued(operation(where))) return true;
  const int before = ahead(state, where);
  const bool waits_for_earlier =
      operation(where).op == Op::kBarrier && semantics_.barrier_waits_for_earlier;
  return before < (waits_for_earlier ? 1 : semantics_.workers);
}

Pairing Model::compare(const Operation& a, const Operation& b) const {
  if (a.op != b.op) {
    const auto found = semantics_.different_ops.find(std::minmax(a.op, b.op));
    return found == semantics_.different_ops.end() ? Pairing::kUnknown : found->second;
  }
  const auto of = [&](const char* argument) {
    const auto found = semantics_.different_arguments.find({a.op, argument});
    return found == semantics_.different_arguments.end() ? Pairing::kUnknown : found->second;
  };
  const bool has_shape = a.op != Op::kBarrier && a.op != Op::kScatter;
  const bool shape = has_shape && a.count != b.count;
  const bool rooted = a.op == Op::kBroadcast || a.op == Op::kReduce || a.op == Op::kScatter;
  const bool root = rooted && a.peer != b.peer;
  if (shape && root) return of("count") == of("root") ? of("root") : Pairing::kUnknown;
  if (shape) return of("count");
  if (root) return of("root");
  return Pairing::kFits;
}

bool Model::may_complete(const State& state, const At& where) const {
  const Operation& mine = operation(where);
  if (within_a_minute(mine.call_times_out_ms)) return true;
  if (!in_turn(state, where)) return false;
  if (mine.kind == Kind::kCollective)
    return !still_connects(state, where) && collective_may(state, where);
  if (connects(state, where) && !peer_connected(state, where)) return false;
  return row(semantics_, message_op(mine.kind)) == Needs::kUnknown || message_may(state, where);
}

bool Model::collective_may(const State& state, const At& where) const {
  const Operation& mine = operation(where);
  if (!queued(mine)) return true;
  if (!starts(state, where)) return false;
  const Needs needs = row(semantics_, mine.op);
  const auto& members = program_.groups[static_cast<std::size_t>(mine.group)];
  const std::uint64_t seq = seq_of(state, where);
  bool served = true;
  const bool somebody = std::ranges::any_of(members, [&](int member) {
    return member != where.rank && is_needed(needs, members, mine.peer, where.rank, member);
  });
  for (int member : members) {
    if (member == where.rank) continue;
    const bool needed = is_needed(needs, members, mine.peer, where.rank, member);
    const bool missed = is_in(state.exited, member) && semantics_.dead_peer_raises;
    if (!somebody) continue;
    const auto calls = collectives(state, member, mine.group);
    if (calls.size() < seq) {
      if (missed) return true;
      served = served && !needed;
      continue;
    }
    const At& its = calls[seq - 1];
    const bool open = status(state, its) == Status::kOpen;
    if (missed && open) return true;
    const Pairing pair = compare(mine, operation(its));
    const bool proves = pair == Pairing::kFits || pair == Pairing::kWrong || pair == Pairing::kHang;
    if (!proves) return true;
    const bool timed_out = status(state, its) == Status::kGaveUp;
    const bool waits = (open && !starts(state, its)) || (timed_out && !in_turn(state, its));
    if (needed && (pair == Pairing::kHang || waits)) served = false;
  }
  return served;
}

bool Model::message_may(const State& state, const At& where) const {
  const Operation& mine = operation(where);
  const bool sends = mine.kind == Kind::kSend;
  const int receiver = sends ? mine.peer : where.rank;
  std::uint64_t anonymous = 0, named = 0;
  for (const At& call : issued(state, receiver)) {
    const Operation& other = operation(call);
    if (other.group != mine.group || other.tag != mine.tag) continue;
    if (other.kind == Kind::kRecvAny) ++anonymous;
    if (other.kind == Kind::kRecv) ++named;
  }
  const auto issued_by = [&](int rank, Kind kind, int peer) {
    std::vector<At> calls;
    for (const At& call : issued(state, rank)) {
      const Operation& other = operation(call);
      const bool fits = other.kind == kind && other.group == mine.group && other.tag == mine.tag &&
                        other.peer == peer;
      if (fits) calls.push_back(call);
    }
    return calls;
  };
  const std::uint64_t seq = seq_of(state, where);
  if (mine.kind == Kind::kRecvAny) {
    if (named > 0) return true;
    std::uint64_t sent = 0;
    bool hope = false;
    for (int member : program_.groups[static_cast<std::size_t>(mine.group)]) {
      sent += issued_by(member, Kind::kSend, where.rank).size();
      hope = hope || (is_in(state.exited, member) && semantics_.dead_peer_raises);
    }
    return sent >= seq || hope;
  }
  if (anonymous > 0) return true;
  const auto sides = issued_by(mine.peer, sends ? Kind::kRecv : Kind::kSend, where.rank);
  if (sides.size() >= seq) {
    const At& its = sides[seq - 1];
    return status(state, its) == Status::kDone || in_turn(state, its) ||
           is_in(state.exited | state.quit, mine.peer);
  }
  return is_in(state.exited, mine.peer) && semantics_.dead_peer_raises;
}

}  // namespace gridlock::prover::model
