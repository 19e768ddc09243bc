#include <algorithm>
#include <string>

#include "harness/prover/blame.h"
#include "harness/prover/prover.h"
#include "harness/prover/roles.h"
#include "harness/prover/unchanged.h"

namespace gridlock::prover {
namespace {

constexpr int kMostNames = 2;

// Its threads that the probe does not know.
std::string idle_threads(const RankFacts& facts) {
  std::string names;
  int count = 0;
  for (const Thread& thread : facts.threads) {
    if (thread.state != Thread::State::kIdle || ++count > kMostNames) continue;
    names += (names.empty() ? "" : ", ") + std::to_string(thread.id);
    if (!thread.name.empty()) names += " (" + thread.name + ")";
  }
  if (count > kMostNames) names += " and " + std::to_string(count - kMostNames) + " more";
  return names;
}

bool waits_on(const Waiting& waiting, Wait::On on) {
  return std::ranges::any_of(waiting.blocked, [&](const Blocked& b) { return b.wait.on == on; });
}

std::vector<std::string> assumptions_of(const Index& index, const Waiting& waiting) {
  std::vector<std::string> result;
  for (int rank : waiting.ranks) {
    const std::string names = idle_threads(index.facts(rank));
    if (names.empty()) continue;
    result.push_back("threads of rank " + std::to_string(rank) +
                     " that make no calls stay asleep: " + names);
  }
  if (waits_on(waiting, Wait::On::kStore)) {
    result.emplace_back("no process but the ranks sets keys of the store");
  }
  if (waits_on(waiting, Wait::On::kLock)) {
    result.emplace_back("no process but those that hold a lock releases it");
  }
  const auto uneven = [](const Blocked& b) { return shapes_may_differ(b.call.op); };
  if (std::ranges::any_of(waiting.blocked, uneven)) {
    result.emplace_back("the parts that members of all_to_all, gather or scatter exchange fit");
  }
  return result;
}

}  // namespace

std::optional<Finding> prove(const Snapshot& first, const Snapshot& second,
                             const Semantics& semantics) {
  const Index index(second, semantics);
  if (!index.usable()) return std::nullopt;
  const WaitGraph graph(index, proof_roles(index, unchanged(first, second)), Timers::kRelease);
  Waiting waiting = waiting_of(graph);
  if (waiting.ranks.empty()) return std::nullopt;
  Finding finding;
  blame(graph, waiting, finding);
  finding.assumptions = assumptions_of(index, waiting);
  finding.blocked = std::move(waiting.blocked);
  return finding;
}

}  // namespace gridlock::prover
