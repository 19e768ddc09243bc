// The part of the wait-for graph that is about collectives: queues of workers, and hubs.
#include <algorithm>
#include <numeric>
#include <utility>

#include "harness/prover/needed.h"
#include "harness/prover/wait_graph.h"

namespace gridlock::prover {
namespace {

// More different calls of one number than this are not compared with one another.
constexpr std::size_t kMostFactions = 16;

}  // namespace

// Workers take the open calls of a member in order; each that completes frees one. How far those of
// a dead one came is not known: it may have started all.
void WaitGraph::add_queue(int group, int member) {
  const KnownGroup& known = index_.group(group);
  const Member& owner = known.members[static_cast<std::size_t>(member)];
  const Node workers = graph_.turnstile();
  if (role(owner.rank) == Role::kDead) return;
  const bool completes = role(owner.rank) != Role::kStopped;
  Node earlier = graph_.all();  // all open calls before have completed
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

// Where it is not known, there may be one for each call.
std::size_t WaitGraph::workers_of(const KnownGroup& group, const Member& member) const {
  if (member.workers > 0) return static_cast<std::size_t>(member.workers);
  if (member.workers < 0 && leeway_.doubts) return member.open.size();
  return static_cast<std::size_t>(group.semantics->workers);
}

// A device's stream has it behind another call. How far a dead rank's stream came is not known.
void WaitGraph::add_stream_order(int call) {
  const OpenCall& open = index_.open(call);
  if (open.call->after == 0 || role(open.rank) == Role::kDead) return;
  const auto earlier = index_.open_call(open.rank, open.call->after);
  if (earlier) graph_.need(start(call), done(*earlier));
}

Faction& WaitGraph::faction(Hub& hub, const Signature& signature) {
  const auto found = std::ranges::find(hub.factions, signature, &Faction::signature);
  if (found != hub.factions.end()) return *found;
  hub.crowded = hub.crowded || hub.factions.size() == kMostFactions;
  if (hub.crowded) return hub.factions.front();
  hub.factions.emplace_back().signature = signature;
  return hub.factions.back();
}

void WaitGraph::gather_factions(int group) {
  const KnownGroup& known = index_.group(group);
  if (known.semantics == nullptr) return;
  for (int member = 0; member < static_cast<int>(known.members.size()); ++member) {
    const Member& owner = known.members[static_cast<std::size_t>(member)];
    if (owner.open.empty()) continue;
    add_queue(group, member);
    for (int call : owner.open) {
      Hub& hub = hubs_[static_cast<std::size_t>(group)][index_.open(call).call->seq];
      faction(hub, signature(*index_.open(call).call)).open.push_back(call);
    }
  }
}

void WaitGraph::gather_completed() {
  for (int rank = 0; rank < index_.ranks(); ++rank) {
    if (index_.garbled(rank)) continue;
    for (const Call& call : index_.facts(rank).recent) {
      const auto group = index_.known(rank, call.group);
      if (!group || trace::is_point_to_point(call.op)) continue;
      auto& hubs = hubs_[static_cast<std::size_t>(*group)];
      const auto hub = hubs.find(call.seq);
      if (hub == hubs.end()) continue;
      const Member* member = index_.member(*group, rank);
      if (member == nullptr || index_.open_at(*member, call.seq)) continue;
      faction(hub->second, signature(call)).completed.push_back(rank);
    }
  }
}

// Members that have not issued call `seq` have issued none behind it: what may help a hub may help
// the next one too.
void WaitGraph::add_hubs(int group) {
  auto& hubs = hubs_[static_cast<std::size_t>(group)];
  if (hubs.empty()) return;
  const KnownGroup& known = index_.group(group);
  std::vector<int> order(known.members.size());
  std::iota(order.begin(), order.end(), 0);
  const auto enqueued = [&](int i) { return known.members[static_cast<std::size_t>(i)].enqueued; };
  std::ranges::stable_sort(order, {}, enqueued);
  Node before = graph_.any();
  auto next = order.begin();
  for (auto& [seq, hub] : hubs) {
    const Node newcomers = graph_.any();
    graph_.edge(before, newcomers);
    for (; next != order.end() && enqueued(*next) < seq; ++next) {
      add_newcomer(newcomers, group, *next);
    }
    hub.complete = next == order.begin();
    hub.rescue = graph_.any();
    graph_.edge(newcomers, hub.rescue);
    if (known.semantics->dead_peer_raises) add_exits(hub);
    add_served(hub, *known.semantics);
    before = newcomers;
  }
}

// The member has not issued the call, and may do so: rightly, or so that it ends the others.
void WaitGraph::add_newcomer(Node newcomers, int group, int member) {
  const KnownGroup& known = index_.group(group);
  const int rank = known.members[static_cast<std::size_t>(member)].rank;
  if (role(rank) == Role::kDead) {
    if (known.semantics->dead_peer_raises) graph_.grant(newcomers);
  } else {
    graph_.edge(moves(rank), newcomers);
  }
}

// A member that moves may come to its end, and who needs it gets an exception.
void WaitGraph::add_exits(Hub& hub) {
  for (const Faction& faction : hub.factions) {
    for (int call : faction.open) {
      const int rank = index_.open(call).rank;
      if (leeway_.owners) graph_.edge(moves(rank), hub.rescue);
      if (role(rank) == Role::kDead) graph_.grant(hub.rescue);
    }
  }
}

void WaitGraph::add_served(Hub& hub, const BackendSemantics& semantics) {
  for (Faction& faction : hub.factions) {
    faction.started = graph_.all();
    for (int call : faction.open) graph_.need(faction.started, start(call));
  }
  for (Faction& faction : hub.factions) {
    faction.served = graph_.any();
    graph_.edge(hub.rescue, faction.served);
    const Node fits = graph_.all();
    graph_.edge(fits, faction.served);
    faction.unproved = hub.crowded;
    for (const Faction& other : hub.factions) {
      const Pairing pair = pairing(faction.signature, other.signature, semantics);
      faction.unproved = faction.unproved || (!serves(pair) && pair != Pairing::kHang);
      if (pair == Pairing::kHang) graph_.forbid(fits);
      graph_.need(fits, other.started);
    }
    if (!hub.complete) graph_.forbid(fits);
    if (faction.unproved) graph_.grant(faction.served);
  }
}

void WaitGraph::add_collective(int call) {
  const OpenCall& open = index_.open(call);
  const Role owner = role(open.rank);
  if (owner == Role::kDead || owner == Role::kStopped) graph_.forbid(done(call));
  if (gives_up(*open.call)) return;
  graph_.need(done(call), start(call));
  if (immediate(open) || index_.garbled(open.rank)) return;
  const KnownGroup& known = index_.group(open.group);
  const Needs need = needs(*open.call, *known.semantics);
  const Hub& here = hub(open.group, open.call->seq);
  if (here.crowded) return;
  const Member* root =
      need == Needs::kAll ? known.members.data() : index_.member(open.group, open.call->peer);
  if (root == nullptr) return;
  const std::size_t size = known.members.size();
  const auto first = static_cast<std::size_t>(root - known.members.data());
  const std::size_t place = (static_cast<std::size_t>(open.member) + size - first) % size;
  if (needs_everybody(need, place)) {
    graph_.need(done(call), faction(call).served);
    return;
  }
  std::vector<const Member*> needed;
  for (const std::size_t other : needed_places(need, place, size)) {
    needed.push_back(&known.members[(first + other) % size]);
  }
  if (!needed.empty()) add_parts(call, here, needed);
}

// It completes when all whom it needs have started what fits, or when a newcomer changes
// everything.
void WaitGraph::add_parts(int call, const Hub& here, const std::vector<const Member*>& needed) {
  if (faction(call).unproved) return;
  const Node served = graph_.any();
  graph_.need(done(call), served);
  graph_.edge(here.rescue, served);
  const Node parts = graph_.all();
  graph_.edge(parts, served);
  for (const Member* member : needed) add_part(call, here, *member, parts);
}

void WaitGraph::add_part(int call, const Hub& here, const Member& member, Node parts) {
  const OpenCall& open = index_.open(call);
  if (member.enqueued < open.call->seq) return graph_.forbid(parts);
  const auto issued = index_.open_at(member, open.call->seq);
  const auto has_member = [&](const Faction& faction) {
    return issued ? faction.signature == signature(*index_.open(*issued).call)
                  : std::ranges::count(faction.completed, member.rank) > 0;
  };
  const auto its = std::ranges::find_if(here.factions, has_member);
  const BackendSemantics& semantics = *index_.group(open.group).semantics;
  const bool hangs = its != here.factions.end() &&
                     pairing(faction(call).signature, its->signature, semantics) == Pairing::kHang;
  if (hangs) return graph_.forbid(parts);
  if (issued) graph_.need(parts, start(*issued));
}

}  // namespace gridlock::prover
