// Builds the part of the wait-for graph for collectives and for the worker queues that execute
// them.
#include <algorithm>
#include <numeric>
#include <utility>

#include "harness/prover/needed.h"
#include "harness/prover/wait_graph.h"

namespace gridlock::prover {
namespace {

// Limit on the different calls of one collective. Above the limit, no pairs are compared, because
// the number of pairs grows with the square of the number of calls.
constexpr std::size_t kMostVariants = 16;

}  // namespace

// Adds the queue of a member's open calls. Workers take the calls in order, and each completed call
// frees a worker. For a dead rank, the records do not show which calls its workers started, so none
// of its calls waits for a worker.
void WaitGraph::add_queue(int group, int member) {
  const KnownGroup& known = index_.group(group);
  const Member& owner = known.members[static_cast<std::size_t>(member)];
  const Node workers = graph_.dispatcher();
  if (state_of(owner.rank) == RankState::kDead) return;
  const bool completes = state_of(owner.rank) != RankState::kStopped;
  Node earlier = graph_.all();  // all earlier open calls have completed
  for (int call : owner.open) {
    if (immediate(index_.open(call))) continue;
    graph_.need(start(call), workers);
    if (completes) graph_.edge(done(call), workers);
    if (!known.semantics->barrier_waits_for_earlier) continue;
    if (index_.open(call).call->op == trace::Op::kBarrier) graph_.need(start(call), earlier);
    const Node before = std::exchange(earlier, graph_.all());
    graph_.need(earlier, before);
    graph_.need(earlier, done(call));
  }
  if (!completes) return;
  for (std::size_t i = workers_of(known, owner); i > 0; --i) graph_.grant(workers);
}

// Returns the number of workers. If the number is unknown, a proof assumes one worker per call, so
// that no call waits for a worker.
std::size_t WaitGraph::workers_of(const KnownGroup& group, const Member& member) const {
  if (member.workers > 0) return static_cast<std::size_t>(member.workers);
  if (member.workers < 0 && assumptions_.doubts) return member.open.size();
  return static_cast<std::size_t>(group.semantics->workers);
}

// Adds the order of calls on a device stream. For a dead rank, the records do not show how far its
// stream progressed, so no order is added.
void WaitGraph::add_stream_order(int call) {
  const OpenCall& open = index_.open(call);
  if (open.call->after == 0 || state_of(open.rank) == RankState::kDead) return;
  const auto earlier = index_.open_call(open.rank, open.call->after);
  if (earlier) graph_.need(start(call), done(*earlier));
}

CallVariant& WaitGraph::variant(Collective& collective, const CallSignature& signature) {
  const auto found = std::ranges::find(collective.variants, signature, &CallVariant::signature);
  if (found != collective.variants.end()) return *found;
  collective.too_many = collective.too_many || collective.variants.size() == kMostVariants;
  if (collective.too_many) return collective.variants.front();
  collective.variants.emplace_back().signature = signature;
  return collective.variants.back();
}

void WaitGraph::collect_variants(int group) {
  const KnownGroup& known = index_.group(group);
  if (known.semantics == nullptr) return;
  for (int member = 0; member < static_cast<int>(known.members.size()); ++member) {
    const Member& owner = known.members[static_cast<std::size_t>(member)];
    if (owner.open.empty()) continue;
    add_queue(group, member);
    for (int call : owner.open) {
      Collective& collective =
          collectives_[static_cast<std::size_t>(group)][index_.open(call).call->seq];
      variant(collective, signature(*index_.open(call).call)).open.push_back(call);
    }
  }
}

void WaitGraph::collect_completed() {
  for (int rank = 0; rank < index_.ranks(); ++rank) {
    if (index_.garbled(rank)) continue;
    for (const Call& call : index_.facts(rank).recent) {
      const auto group = index_.group_index(rank, call.group);
      if (!group || trace::is_point_to_point(call.op)) continue;
      auto& collectives = collectives_[static_cast<std::size_t>(*group)];
      const auto collective = collectives.find(call.seq);
      if (collective == collectives.end()) continue;
      const Member* member = index_.member(*group, rank);
      if (member == nullptr || index_.open_at(*member, call.seq)) continue;
      variant(collective->second, signature(call)).completed.push_back(rank);
    }
  }
}

// Adds the collectives of a group in order of sequence number. A member that has not issued call
// `seq` has issued no later call of the group either, so the set of members that may still
// intervene only grows.
void WaitGraph::add_collectives(int group) {
  auto& collectives = collectives_[static_cast<std::size_t>(group)];
  if (collectives.empty()) return;
  const KnownGroup& known = index_.group(group);
  std::vector<int> order(known.members.size());
  std::iota(order.begin(), order.end(), 0);
  const auto enqueued = [&](int i) { return known.members[static_cast<std::size_t>(i)].enqueued; };
  std::ranges::stable_sort(order, {}, enqueued);
  Node before = graph_.any();
  auto next = order.begin();
  for (auto& [seq, collective] : collectives) {
    const Node later_members = graph_.any();
    graph_.edge(before, later_members);
    for (; next != order.end() && enqueued(*next) < seq; ++next) {
      add_later_member(later_members, group, *next);
    }
    collective.complete = next == order.begin();
    collective.intervention = graph_.any();
    graph_.edge(later_members, collective.intervention);
    if (known.semantics->dead_peer_raises) add_exits(collective);
    add_served(collective, *known.semantics);
    before = later_members;
  }
}

// Adds a member that has not issued the call. A member that may move may issue the call or end the
// others' wait. A dead member ends the wait only if the backend raises for dead peers.
void WaitGraph::add_later_member(Node later_members, int group, int member) {
  const KnownGroup& known = index_.group(group);
  const int rank = known.members[static_cast<std::size_t>(member)].rank;
  if (state_of(rank) == RankState::kDead) {
    if (known.semantics->dead_peer_raises) graph_.grant(later_members);
  } else {
    graph_.edge(moves(rank), later_members);
  }
}

// Adds the exits of members that may move. An exit raises an exception in the ranks that need the
// member, and so ends their waits.
void WaitGraph::add_exits(Collective& collective) {
  for (const CallVariant& variant : collective.variants) {
    for (int call : variant.open) {
      const int rank = index_.open(call).rank;
      if (assumptions_.owners) graph_.edge(moves(rank), collective.intervention);
      if (state_of(rank) == RankState::kDead) graph_.grant(collective.intervention);
    }
  }
}

bool WaitGraph::hang(const CallSignature& a, const CallSignature& b,
                     const BackendSemantics& table) const {
  const Pairing pair = pairing(a, b, table);
  return pair == Pairing::kHang || (!assumptions_.doubts && pair == Pairing::kUnknown);
}

void WaitGraph::add_served(Collective& collective, const BackendSemantics& semantics) {
  for (CallVariant& variant : collective.variants) {
    variant.started = graph_.all();
    for (int call : variant.open) graph_.need(variant.started, start(call));
  }
  for (CallVariant& variant : collective.variants) {
    variant.served = graph_.any();
    graph_.edge(collective.intervention, variant.served);
    const Node fits = graph_.all();
    graph_.edge(fits, variant.served);
    variant.unproved = collective.too_many;
    for (const CallVariant& other : collective.variants) {
      const bool hangs = hang(variant.signature, other.signature, semantics);
      const Pairing pair = pairing(variant.signature, other.signature, semantics);
      variant.unproved = variant.unproved || (!serves(pair) && !hangs);
      if (hangs) graph_.forbid(fits);
      graph_.need(fits, other.started);
    }
    if (!collective.complete) graph_.forbid(fits);
    if (variant.unproved) graph_.grant(variant.served);
  }
}

void WaitGraph::add_collective(int call) {
  const OpenCall& open = index_.open(call);
  const RankState owner = state_of(open.rank);
  if (owner == RankState::kDead || owner == RankState::kStopped) graph_.forbid(done(call));
  if (times_out(*open.call)) return;
  if (misconnected(open.group)) graph_.forbid(done(call));
  graph_.need(done(call), start(call));
  if (immediate(open) || index_.garbled(open.rank)) return;
  const KnownGroup& known = index_.group(open.group);
  const Needs need = needs(*open.call, *known.semantics);
  const Collective& here = collective(open.group, open.call->seq);
  if (here.too_many) return;
  const Member* root =
      need == Needs::kAll ? known.members.data() : index_.member(open.group, open.call->peer);
  if (root == nullptr) return;
  const std::size_t size = known.members.size();
  const auto first = static_cast<std::size_t>(root - known.members.data());
  const std::size_t place = (static_cast<std::size_t>(open.member) + size - first) % size;
  if (needs_all_members(need, place)) {
    graph_.need(done(call), variant(call).served);
    return;
  }
  std::vector<const Member*> needed;
  for (const std::size_t other : needed_places(need, place, size)) {
    needed.push_back(&known.members[(first + other) % size]);
  }
  if (!needed.empty()) add_parts(call, here, needed);
}

// Makes the call complete when all members that it needs have started matching calls, or when a
// member that has not issued the collective may intervene.
void WaitGraph::add_parts(int call, const Collective& here,
                          const std::vector<const Member*>& needed) {
  if (variant(call).unproved) return;
  const Node served = graph_.any();
  graph_.need(done(call), served);
  graph_.edge(here.intervention, served);
  const Node parts = graph_.all();
  graph_.edge(parts, served);
  for (const Member* member : needed) add_part(call, here, *member, parts);
}

void WaitGraph::add_part(int call, const Collective& here, const Member& member, Node parts) {
  const OpenCall& open = index_.open(call);
  if (member.enqueued < open.call->seq) return graph_.forbid(parts);
  const auto issued = index_.open_at(member, open.call->seq);
  const auto has_member = [&](const CallVariant& variant) {
    return issued ? variant.signature == signature(*index_.open(*issued).call)
                  : std::ranges::count(variant.completed, member.rank) > 0;
  };
  const auto its = std::ranges::find_if(here.variants, has_member);
  const BackendSemantics& semantics = *index_.group(open.group).semantics;
  const bool hangs =
      its != here.variants.end() && hang(variant(call).signature, its->signature, semantics);
  if (hangs) return graph_.forbid(parts);
  if (issued) graph_.need(parts, start(*issued));
}

}  // namespace gridlock::prover
