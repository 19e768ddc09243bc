// Finds likely deadlocks. A likely deadlock is not proved only because of doubts that can be named,
// such as a thread that waits for a socket.
#include "harness/prover/blame.h"
#include "harness/prover/doubts.h"
#include "harness/prover/prover.h"
#include "harness/prover/rank_states.h"
#include "harness/prover/unchanged.h"

namespace gridlock::prover {
namespace {

// Returns the tables, with an assumed one for each backend of the snapshot that has none.
Semantics with_promises(const Semantics& measured, const Snapshot& snapshot) {
  Semantics all = measured;
  for (const RankFacts& facts : snapshot.ranks) {
    for (const Group& group : facts.groups) all.try_emplace(group.backend, promised_semantics());
  }
  return all;
}

}  // namespace

std::optional<Finding> find_likely(const Snapshot& first, const Snapshot& second,
                                   const Semantics& semantics) {
  const Semantics all = with_promises(semantics, second);
  const Index index(second, all);
  if (!index.usable()) return std::nullopt;
  const WaitGraph graph(index, likely_states(index, unchanged(first, second)), {.doubts = false});
  Waiting waiting = waiting_of(graph);
  if (waiting.blocked.empty()) return std::nullopt;  // no rank waits in a call
  Finding finding;
  finding.proved = false;
  finding.doubts = doubts_of(graph, waiting, semantics);
  if (finding.doubts.empty()) return std::nullopt;
  blame(graph, waiting, finding);
  finding.blocked = std::move(waiting.blocked);
  return finding;
}

}  // namespace gridlock::prover
