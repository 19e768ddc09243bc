#include "harness/prover/doubts.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "harness/prover/membership.h"
#include "harness/prover/rank_states.h"
#include "harness/trace/operation.h"

namespace gridlock::prover {
namespace {

using Doubts = std::set<std::string>;

void add_waits(const RankFacts& facts, Doubts& doubts) {
  for (const Thread& thread : facts.threads) {
    if (thread.state != Thread::State::kBlocked) continue;
    doubts.insert(thread.wait.doubts.begin(), thread.wait.doubts.end());
  }
}

void add_workers(const RankFacts& facts, Doubts& doubts) {
  for (const Call& call : facts.open) {
    const auto group = static_cast<std::size_t>(call.group);
    if (group >= facts.groups.size() || facts.groups[group].workers >= 0) continue;
    doubts.insert("it is unknown how many threads execute the calls of group " +
                  facts.groups[group].name);
  }
}

// Adds a doubt for each rank that has set keys that its record lacks, if a rank waits for a key.
void add_keys(const Index& index, const Waiting& waiting, Doubts& doubts) {
  const bool is_awaited = std::ranges::any_of(
      waiting.blocked, [](const Blocked& b) { return b.wait.on == Wait::On::kStore; });
  for (const RankFacts& facts : index.snapshot().ranks) {
    if (!is_awaited || !facts.keys_incomplete) continue;
    doubts.insert("rank " + std::to_string(facts.rank) +
                  " has set more store keys than gridlock can record");
  }
}

// Adds a doubt for each backend without a measured table in whose groups ranks wait.
void add_backends(const Waiting& waiting, const Semantics& measured, Doubts& doubts) {
  for (const Blocked& blocked : waiting.blocked) {
    const std::string& backend = blocked.group.backend;
    if (backend.empty() || measured.contains(backend)) continue;
    doubts.insert("gridlock has not measured backend '" + backend +
                  "' and assumes that its collectives wait for all members");
  }
}

std::string name_of(const Group& group) {
  return group.description.empty() ? "group " + group.name : group.description;
}

// Adds a doubt for each collective whose members made calls of which it is not known that they
// hang.
void add_pairs(const WaitGraph& graph, const Waiting& waiting, Doubts& doubts) {
  for (const auto& [place, waiters] : waiting.places) {
    if (place.kind != WaitPoint::Kind::kCollective) continue;
    const Collective& collective = graph.collective(place.group, place.number);
    const KnownGroup& known = graph.index().group(place.group);
    const CallSignature& mine =
        collective.variants[static_cast<std::size_t>(place.variant)].signature;
    for (const CallVariant& other : collective.variants) {
      if (pairing(mine, other.signature, *known.semantics) != Pairing::kUnknown) continue;
      doubts.insert("calls #" + std::to_string(place.number) + " of " + name_of(*known.group) +
                    " do not match, and it is not known that they hang");
    }
  }
}

void add_issues(const WaitGraph& graph, Doubts& doubts) {
  for (const int call : graph.doubtful_issues()) {
    const OpenCall& open = graph.index().open(call);
    doubts.insert("the call of " + trace::describe(open.call->op) + " #" +
                  std::to_string(open.call->seq) + " of " +
                  name_of(*graph.index().group(open.group).group) +
                  " may return before all ranks that it needs have joined");
  }
}

// Adds a doubt for each group whose members may have connected to those of another group.
void add_names(const Index& index, const Waiting& waiting, Doubts& doubts) {
  for (const Blocked& blocked : waiting.blocked) {
    const auto group = group_of(index, blocked);
    if (!group || !has_namesake(index, *group)) continue;
    doubts.insert("the members of group " + blocked.group.name +
                  " may still find one another, although another group has the same name");
  }
}

}  // namespace

std::vector<std::string> doubts_of(const WaitGraph& graph, const Waiting& waiting,
                                   const Semantics& measured) {
  const Index& index = graph.index();
  std::set<int> ranks(waiting.ranks.begin(), waiting.ranks.end());
  for (const auto& [place, waiters] : waiting.places) {
    ranks.insert(waiters.missing.begin(), waiters.missing.end());
  }
  Doubts doubts;
  for (int rank : ranks) {
    const RankFacts& facts = index.facts(rank);
    std::ranges::move(doubts_of(facts), std::inserter(doubts, doubts.end()));
    add_waits(facts, doubts);
    add_workers(facts, doubts);
  }
  add_keys(index, waiting, doubts);
  add_backends(waiting, measured, doubts);
  add_names(index, waiting, doubts);
  add_pairs(graph, waiting, doubts);
  add_issues(graph, doubts);
  return {doubts.begin(), doubts.end()};
}

}  // namespace gridlock::prover
