#include <algorithm>
#include <string>

#include "harness/prover/blame.h"
#include "harness/prover/prover.h"
#include "harness/prover/rank_states.h"
#include "harness/prover/unchanged.h"

namespace gridlock::prover {
namespace {

constexpr int kMostNames = 2;

// Its threads in that state.
std::string threads_of(const RankFacts& facts, Thread::State state) {
  std::string names;
  int count = 0;
  for (const Thread& thread : facts.threads) {
    if (thread.state != state || ++count > kMostNames) continue;
    const std::string& what = thread.doing.empty() ? thread.name : thread.doing;
    names += (names.empty() ? "" : ", ") + std::to_string(thread.id);
    if (!what.empty()) names += " (" + what + ")";
  }
  if (count > kMostNames) names += " and " + std::to_string(count - kMostNames) + " more";
  return names;
}

void add_threads(const RankFacts& facts, std::vector<std::string>& assumptions) {
  const std::string of_rank = "threads of rank " + std::to_string(facts.rank);
  const std::string idle = threads_of(facts, Thread::State::kIdle);
  const std::string feeders = threads_of(facts, Thread::State::kFeeder);
  const std::string harmless = threads_of(facts, Thread::State::kHarmless);
  if (!idle.empty()) {
    assumptions.push_back(of_rank + " sleep until another thread of that rank wakes them: " + idle);
  }
  if (!feeders.empty()) {
    assumptions.push_back(of_rank +
                          " only serve other threads of that rank, none of which runs: " + feeders);
  }
  if (!harmless.empty()) {
    assumptions.push_back(of_rank + " serve only recorded calls, or nothing: " + harmless);
  }
}

bool waits_on(const Waiting& waiting, Wait::On on) {
  return std::ranges::any_of(waiting.blocked, [&](const Blocked& b) { return b.wait.on == on; });
}

std::vector<std::string> assumptions_of(const Index& index, const Waiting& waiting) {
  std::vector<std::string> result;
  for (int rank : waiting.ranks) add_threads(index.facts(rank), result);
  if (waits_on(waiting, Wait::On::kStore)) {
    result.emplace_back(
        "only the processes that are connected to the store now, all of them ranks, set its keys");
  }
  if (waits_on(waiting, Wait::On::kLock)) {
    result.emplace_back("only the holders of a lock release it");
  }
  const auto uneven = [](const Blocked& b) { return shapes_may_differ(b.call.op); };
  if (std::ranges::any_of(waiting.blocked, uneven)) {
    result.emplace_back("the sizes that members of all_to_all, gather or scatter exchange match");
  }
  return result;
}

}  // namespace

std::optional<Finding> prove(const Snapshot& first, const Snapshot& second,
                             const Semantics& semantics) {
  const Index index(second, semantics);
  if (!index.usable()) return std::nullopt;
  const WaitGraph graph(index, proof_states(index, unchanged(first, second)));
  Waiting waiting = waiting_of(graph);
  if (waiting.blocked.empty()) return std::nullopt;  // nobody waits in a call
  Finding finding;
  blame(graph, waiting, finding);
  finding.assumptions = assumptions_of(index, waiting);
  finding.blocked = std::move(waiting.blocked);
  return finding;
}

}  // namespace gridlock::prover
