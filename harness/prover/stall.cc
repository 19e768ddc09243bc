#include <algorithm>
#include <iterator>
#include <set>

#include "harness/prover/prover.h"
#include "harness/prover/rank_states.h"
#include "harness/prover/rules.h"
#include "harness/prover/stuck_calls.h"
#include "harness/prover/waiting.h"

namespace gridlock::prover {
namespace {

bool compiles(const RankFacts& facts) {
  return facts.phase.starts_with("compile");
}

Class class_of(const Index& index, const std::vector<int>& ranks, bool others_wait) {
  const auto all = [&](auto what) {
    return std::ranges::all_of(ranks, [&](int rank) { return what(index.facts(rank)); });
  };
  if (all([](const RankFacts& facts) { return facts.stopped; })) return Class::kStopped;
  if (!all(compiles)) return Class::kBusyRank;
  return others_wait ? Class::kCompileSkew : Class::kSlowCompile;
}

// Adds the busy ranks that a wait point waits for. For a store key these are all busy ranks,
// because any rank may set the key.
void add_busy(const WaitGraph& graph, const WaitPoint& place, const Waiters& waiters,
              std::set<int>& awaited) {
  const auto is_busy = [&](int rank) {
    return graph.state_of(rank) == RankState::kStill || graph.state_of(rank) == RankState::kStopped;
  };
  if (place.kind != WaitPoint::Kind::kStore) {
    std::ranges::copy_if(waiters.missing, std::inserter(awaited, awaited.end()), is_busy);
    return;
  }
  for (int rank = 0; rank < graph.index().ranks(); ++rank) {
    if (is_busy(rank)) awaited.insert(rank);
  }
}

// Returns all live ranks if all of them compile. Each of them then waits only for its compiler.
std::set<int> joint_compile(const WaitGraph& graph, const Snapshot& snapshot) {
  std::set<int> ranks;
  for (const RankFacts& facts : snapshot.ranks) {
    if (graph.state_of(facts.rank) == RankState::kDead) continue;
    if (!compiles(facts)) return {};
    ranks.insert(facts.rank);
  }
  return ranks;
}

}  // namespace

std::optional<Finding> find_stall(const Snapshot& snapshot, const Semantics& semantics) {
  const Index index(snapshot, semantics);
  if (!index.usable()) return std::nullopt;
  if (auto stuck = find_stuck_calls(index, semantics)) return stuck;
  const WaitGraph graph(index, stall_states(index), {.timers = false, .doubts = false});
  Waiting waiting = waiting_of(graph);
  const auto waits = [&](const RankFacts& facts) {
    return graph.state_of(facts.rank) == RankState::kWaits;
  };
  const auto waiters = std::ranges::count_if(snapshot.ranks, waits);
  if (static_cast<std::size_t>(waiters) != waiting.ranks.size()) return std::nullopt;
  std::set<int> awaited;
  for (const auto& [place, waiters] : waiting.places) add_busy(graph, place, waiters, awaited);
  if (waiters == 0) awaited = joint_compile(graph, snapshot);
  if (awaited.empty()) return std::nullopt;
  Finding finding;
  finding.kind = Kind::kStall;
  finding.at_fault.assign(awaited.begin(), awaited.end());
  finding.cls = class_of(index, finding.at_fault, waiters > 0);
  finding.rule =
      waiters > 0 ? rule_of_awaited(finding.at_fault) : "No rank waits for another: all compile";
  finding.blocked = std::move(waiting.blocked);
  return finding;
}

}  // namespace gridlock::prover
