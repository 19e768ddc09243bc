#include <algorithm>
#include <string>

#include "harness/facts/assumption.h"
#include "harness/prover/blame.h"
#include "harness/prover/prover.h"
#include "harness/prover/rank_states.h"
#include "harness/prover/signature.h"
#include "harness/prover/unchanged.h"

namespace gridlock::prover {
namespace {

using State = Thread::State;

bool waits_on(const Waiting& waiting, Wait::On on) {
  return std::ranges::any_of(waiting.blocked, [&](const Blocked& b) { return b.wait.on == on; });
}

// Returns whether a stuck call has sizes that the prover does not compare. The proof then assumes
// that the sizes match.
bool parts_must_fit(const WaitGraph& graph) {
  const auto& open = graph.index().open();
  for (std::size_t i = 0; i < open.size(); ++i) {
    const bool stuck = !graph.may_complete(static_cast<int>(i));
    const bool dead = graph.state_of(open[i].rank) == RankState::kDead;
    if (stuck && !dead && shapes_may_differ(open[i].call->op)) return true;
  }
  return false;
}

std::vector<std::string> assumptions_of(const WaitGraph& graph, const Waiting& waiting) {
  std::vector<std::string> result;
  for (int rank : waiting.ranks) {
    const RankFacts& facts = graph.index().facts(rank);
    const auto assume = [&](Assumption assumption, State state) {
      if (std::ranges::count(facts.threads, state, &Thread::state) == 0) return;
      result.push_back(words(assumption, facts));
    };
    assume(Assumption::kSleepersNeedWaking, State::kIdle);
    assume(Assumption::kFeedersAreNotAsked, State::kFeeder);
    assume(Assumption::kHarmlessActAlone, State::kHarmless);
  }
  const auto assume = [&](Assumption assumption, bool needed) {
    if (needed) result.emplace_back(words(assumption));
  };
  assume(Assumption::kStoreIsOfRanks, waits_on(waiting, Wait::On::kStore));
  assume(Assumption::kLocksAreOfHolders, waits_on(waiting, Wait::On::kLock));
  assume(Assumption::kPartsFit, parts_must_fit(graph));
  return result;
}

}  // namespace

std::optional<Finding> prove(const Snapshot& first, const Snapshot& second,
                             const Semantics& semantics) {
  const Index index(second, semantics);
  if (!index.usable()) return std::nullopt;
  const WaitGraph graph(index, proof_states(index, unchanged(first, second)));
  Waiting waiting = waiting_of(graph);
  if (waiting.blocked.empty()) return std::nullopt;  // no rank waits in a call
  Finding finding;
  blame(graph, waiting, finding);
  finding.assumptions = assumptions_of(graph, waiting);
  finding.blocked = std::move(waiting.blocked);
  return finding;
}

}  // namespace gridlock::prover
