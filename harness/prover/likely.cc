// Finds likely deadlocks. A likely deadlock is not proved only because of doubts that can be named,
// such as a thread that waits for a socket.
#include "harness/prover/blame.h"
#include "harness/prover/doubts.h"
#include "harness/prover/prover.h"
#include "harness/prover/rank_states.h"
#include "harness/prover/unchanged.h"

namespace gridlock::prover {

std::optional<Finding> find_likely(const Snapshot& first, const Snapshot& second,
                                   const Semantics& semantics) {
  const Index index(second, semantics, &promised_semantics());
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
