#include "harness/prover/blame.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "harness/prover/components.h"
#include "harness/prover/membership.h"
#include "harness/prover/mismatch.h"
#include "harness/prover/recent_divergence.h"
#include "harness/prover/rules.h"

namespace gridlock::prover {
namespace {

// A cycle of the wait-for graph: its ranks, and the calls, keys and locks that they wait for.
struct Cycle {
  std::vector<int> ranks;
  std::vector<const std::pair<const WaitPoint, Waiters>*> places;
};

bool blame_the_dead(const WaitGraph& graph, const Waiting& waiting, Finding& finding) {
  std::set<int> dead;
  bool keys = true;  // only keys are awaited
  for (const auto& [place, waiters] : waiting.places) {
    for (int rank : waiters.missing) {
      if (graph.state_of(rank) != RankState::kDead) continue;
      dead.insert(rank);
      keys &= place.kind == WaitPoint::Kind::kStore;
    }
  }
  if (dead.empty()) return false;
  finding.cls = Class::kDeadPeer;
  finding.at_fault.assign(dead.begin(), dead.end());
  finding.rule =
      keys ? rule_of_dead_without_keys(finding.at_fault) : rule_of_dead(finding.at_fault);
  return true;
}

// Blames ranks in which a thread cannot set an awaited key, because another thread of the rank
// holds the store while it waits.
bool blame_a_held_store(const WaitGraph& graph, const Waiting& waiting, Finding& finding) {
  std::set<std::uint64_t> awaited;
  std::set<int> ranks;
  for (const Blocked& blocked : waiting.blocked) {
    if (blocked.wait.on != Wait::On::kStore) continue;
    for (const StoreKey& key : graph.unset_keys(blocked.wait)) awaited.insert(key.hash);
  }
  for (const Blocked& blocked : waiting.blocked) {
    const bool sets = std::ranges::any_of(
        blocked.wait.keys, [&](const StoreKey& key) { return awaited.contains(key.hash); });
    if (blocked.wait.on == Wait::On::kThread && sets) ranks.insert(blocked.rank);
  }
  if (ranks.empty()) return false;
  finding.cls = Class::kThreadDeadlock;
  finding.at_fault.assign(ranks.begin(), ranks.end());
  finding.rule = rule_of_held_store(finding.at_fault);
  return true;
}

// Blames awaited ranks if all their threads sleep outside of recorded calls.
bool blame_the_asleep(const WaitGraph& graph, const Waiting& waiting, Finding& finding) {
  const auto asleep = [&](int rank) {
    return std::ranges::binary_search(waiting.ranks, rank) &&
           std::ranges::count(graph.index().facts(rank).threads, Thread::State::kBlocked,
                              &Thread::state) == 0;
  };
  std::set<int> awaited;
  for (const auto& [place, waiters] : waiting.places) {
    std::ranges::copy_if(waiters.missing, std::inserter(awaited, awaited.end()), asleep);
  }
  if (awaited.empty()) return false;
  finding.cls = Class::kThreadDeadlock;
  finding.at_fault.assign(awaited.begin(), awaited.end());
  finding.rule = "All threads are asleep, and none is left to wake the others";
  return true;
}

// Blames ranks that created a group with a rarer list of members. They wait for the wrong ranks.
bool blame_different_members(const WaitGraph& graph, Finding& finding) {
  const auto found = different_members(graph.index());
  if (!found) return false;
  finding.cls = found->cls;
  finding.at_fault = found->at_fault;
  finding.rule = found->rule;
  return true;
}

// Blames all ranks that created groups of one name, if a rank waits in the creation or in a call of
// such a group.
bool blame_namesakes(const WaitGraph& graph, const Waiting& waiting, Finding& finding) {
  for (const Blocked& blocked : waiting.blocked) {
    const auto group = group_of(graph.index(), blocked);
    if (!group || !has_namesake(graph.index(), *group)) continue;
    finding.cls = Class::kGroupMembership;
    finding.at_fault = makers_of_name(graph.index(), *group);
    finding.rule = rule_of_namesakes();
    return true;
  }
  return false;
}

// Returns the edges between nodes. Node numbers are ranks first, then wait points, then one node
// for "any rank", which a wait for a store key points to if no rank in particular should have set
// the key.
std::vector<std::vector<int>> edges_of(const WaitGraph& graph, const Waiting& waiting) {
  const int ranks = graph.index().ranks();
  std::vector<std::vector<int>> edges(static_cast<std::size_t>(ranks) + waiting.places.size() + 1);
  const int anybody = static_cast<int>(edges.size()) - 1;
  int node = ranks;
  for (const auto& [place, waiters] : waiting.places) {
    for (int rank : waiters.ranks) edges[static_cast<std::size_t>(rank)].push_back(node);
    edges[static_cast<std::size_t>(node)] = waiters.missing;
    const bool unknown = place.kind == WaitPoint::Kind::kStore && waiters.missing.empty();
    if (unknown) edges[static_cast<std::size_t>(node)] = {anybody};
    ++node;
  }
  edges.back() = waiting.ranks;
  return edges;
}

// Returns the cycle that contains the lowest rank, or an empty cycle if there is none.
Cycle first_cycle(const WaitGraph& graph, const Waiting& waiting) {
  const int ranks = graph.index().ranks();
  std::vector<const std::pair<const WaitPoint, Waiters>*> places;
  for (const auto& entry : waiting.places) places.push_back(&entry);
  Cycle best;
  for (const std::vector<int>& nodes : final_components(edges_of(graph, waiting))) {
    Cycle cycle;
    for (int node : nodes) {
      const auto place = static_cast<std::size_t>(node - ranks);
      if (node < ranks) cycle.ranks.push_back(node);
      if (node >= ranks && place < places.size()) cycle.places.push_back(places[place]);
    }
    if (cycle.ranks.empty() || cycle.places.empty()) continue;
    if (best.ranks.empty() || cycle.ranks < best.ranks) best = std::move(cycle);
  }
  return best;
}

bool has(const Cycle& cycle, WaitPoint::Kind kind) {
  return std::ranges::any_of(cycle.places, [&](auto* entry) { return entry->first.kind == kind; });
}

Class class_of(const Cycle& cycle, bool symmetric) {
  if (has(cycle, WaitPoint::Kind::kLock)) return Class::kLockCycle;
  if (has(cycle, WaitPoint::Kind::kBuild)) return Class::kGroupMembership;
  if (has(cycle, WaitPoint::Kind::kStore)) return Class::kStoreKey;
  if (has(cycle, WaitPoint::Kind::kSend)) return Class::kUnmatchedSend;
  if (has(cycle, WaitPoint::Kind::kRecv)) return Class::kUnmatchedRecv;
  return symmetric ? Class::kCrossGroupCycle : Class::kMissingRank;
}

// Reduces the cycle to the wait point with the most waiters and the wait points where ranks at
// fault wait. These are enough to explain the cycle to a user.
Cycle core_of(const Cycle& cycle, const std::pair<const WaitPoint, Waiters>* most,
              const std::vector<int>& at_fault) {
  Cycle core{cycle.ranks, {}};
  std::ranges::copy_if(cycle.places, std::back_inserter(core.places), [&](auto* entry) {
    return entry == most ||
           std::ranges::find_first_of(entry->second.ranks, at_fault) != entry->second.ranks.end();
  });
  return core;
}

// Returns the ranks that a wait point waits for. A store key that no rank in particular should have
// set waits for all ranks of the cycle that do not wait for the key themselves.
std::vector<int> awaited(const Cycle& cycle, const std::pair<const WaitPoint, Waiters>& entry) {
  const bool unknown = entry.first.kind == WaitPoint::Kind::kStore && entry.second.missing.empty();
  if (!unknown) return entry.second.missing;
  std::vector<int> others;
  std::ranges::set_difference(cycle.ranks, entry.second.ranks, std::back_inserter(others));
  return others;
}

void blame_cycle(const WaitGraph& graph, const Cycle& cycle, Finding& finding) {
  const auto waiters = [](auto* entry) { return entry->second.ranks.size(); };
  const auto most = std::ranges::max_element(cycle.places, {}, waiters);
  const std::size_t count = waiters(*most);
  const bool only = std::ranges::count(cycle.places, count, waiters) == 1;
  std::vector<int> few = only ? awaited(cycle, **most) : std::vector<int>{};
  if (!few.empty() && few.size() < count) {
    finding.cls = class_of(core_of(cycle, *most, few), false);
    finding.rule = rule_of_missing((*most)->first, few, (*most)->second.ranks);
    finding.at_fault = std::move(few);
    return;
  }
  finding.divergence = recent_divergence(graph.index().snapshot(), cycle.ranks);
  finding.cls = class_of(cycle, !finding.divergence);
  const bool changed = finding.divergence && finding.divergence->how == Divergence::How::kChanged;
  if (changed && finding.cls == Class::kUnmatchedSend &&
      finding.divergence->call.op != trace::Op::kSend) {
    finding.cls = Class::kUnmatchedRecv;
  }
  finding.at_fault = finding.divergence ? finding.divergence->ranks : cycle.ranks;
  finding.rule = finding.divergence
                     ? rule_of(*finding.divergence)
                     : "They wait for one another, with equally many ranks on each side";
}

}  // namespace

void blame(const WaitGraph& graph, const Waiting& waiting, Finding& finding) {
  if (blame_the_dead(graph, waiting, finding)) return;
  if (blame_different_members(graph, finding)) return;
  if (!finding.proved && blame_namesakes(graph, waiting, finding)) return;
  if (blame_mismatch(graph, waiting, finding)) return;
  if (blame_a_held_store(graph, waiting, finding)) return;
  if (blame_the_asleep(graph, waiting, finding)) return;
  const Cycle cycle = first_cycle(graph, waiting);
  if (!cycle.ranks.empty()) return blame_cycle(graph, cycle, finding);
  finding.at_fault = waiting.ranks;
  finding.rule = rule_of_waiting(waiting.ranks);
}

}  // namespace gridlock::prover
