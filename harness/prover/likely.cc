// Finds likely deadlocks. A likely deadlock is not proved only because of doubts that can be named,
// such as a thread that waits for a socket.
#include <algorithm>
#include <iterator>
#include <set>

#include "harness/prover/blame.h"
#include "harness/prover/prover.h"
#include "harness/prover/rank_states.h"
#include "harness/prover/unchanged.h"

namespace gridlock::prover {
namespace {

void add_waits(const RankFacts& facts, std::set<std::string>& doubts) {
  for (const Thread& thread : facts.threads) {
    if (thread.state != Thread::State::kBlocked) continue;
    doubts.insert(thread.wait.doubts.begin(), thread.wait.doubts.end());
  }
}

// Adds a doubt for each rank that set keys of which the records lack some, if a rank waits for a
// key.
void add_keys(const Index& index, const Waiting& waiting, std::set<std::string>& doubts) {
  const bool some = std::ranges::any_of(
      waiting.blocked, [](const Blocked& b) { return b.wait.on == Wait::On::kStore; });
  for (const RankFacts& facts : index.snapshot().ranks) {
    if (!some || !facts.keys_incomplete) continue;
    doubts.insert("rank " + std::to_string(facts.rank) +
                  " has set more store keys than gridlock can record");
  }
}

void add_workers(const RankFacts& facts, std::set<std::string>& doubts) {
  for (const Call& call : facts.open) {
    const auto group = static_cast<std::size_t>(call.group);
    if (group >= facts.groups.size() || facts.groups[group].workers >= 0) continue;
    doubts.insert("it is unknown how many threads execute the calls of group " +
                  facts.groups[group].name);
  }
}

// Returns the doubts about the ranks that do not move, and about the ranks that these wait for.
std::vector<std::string> all_doubts_of(const Index& index, const Waiting& waiting) {
  std::set<int> ranks(waiting.ranks.begin(), waiting.ranks.end());
  for (const auto& [place, waiters] : waiting.places) {
    ranks.insert(waiters.missing.begin(), waiters.missing.end());
  }
  std::set<std::string> doubts;
  for (int rank : ranks) {
    const RankFacts& facts = index.facts(rank);
    std::ranges::move(doubts_of(facts), std::inserter(doubts, doubts.end()));
    add_waits(facts, doubts);
    add_workers(facts, doubts);
  }
  add_keys(index, waiting, doubts);
  return {doubts.begin(), doubts.end()};
}

}  // namespace

std::optional<Finding> find_likely(const Snapshot& first, const Snapshot& second,
                                   const Semantics& semantics) {
  const Index index(second, semantics);
  if (!index.usable()) return std::nullopt;
  const WaitGraph graph(index, likely_states(index, unchanged(first, second)), {.doubts = false});
  Waiting waiting = waiting_of(graph);
  if (waiting.blocked.empty()) return std::nullopt;  // no rank waits in a call
  Finding finding;
  finding.proved = false;
  finding.doubts = all_doubts_of(index, waiting);
  if (finding.doubts.empty()) return std::nullopt;
  blame(graph, waiting, finding);
  finding.blocked = std::move(waiting.blocked);
  return finding;
}

}  // namespace gridlock::prover
