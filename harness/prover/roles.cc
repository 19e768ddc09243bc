#include "harness/prover/roles.h"

#include <algorithm>

namespace gridlock::prover {
namespace {

bool has_thread(const RankFacts& facts, Thread::State state) {
  return std::ranges::count(facts.threads, state, &Thread::state) > 0;
}

bool waits(const RankFacts& facts) {
  return has_thread(facts, Thread::State::kBlocked) && !has_thread(facts, Thread::State::kRunning);
}

}  // namespace

std::vector<Role> proof_roles(const Index& index, const std::vector<bool>& unchanged) {
  std::vector<Role> roles;
  for (int rank = 0; rank < index.ranks(); ++rank) {
    const RankFacts& facts = index.facts(rank);
    const bool certain =
        unchanged[static_cast<std::size_t>(rank)] && !facts.incomplete && !index.garbled(rank);
    if (!certain) {
      roles.push_back(Role::kMoves);
    } else if (!facts.alive) {
      roles.push_back(Role::kDead);
    } else {
      roles.push_back(waits(facts) && !facts.stopped ? Role::kWaits : Role::kMoves);
    }
  }
  return roles;
}

std::vector<Role> stall_roles(const Index& index) {
  std::vector<Role> roles;
  for (int rank = 0; rank < index.ranks(); ++rank) {
    const RankFacts& facts = index.facts(rank);
    if (!facts.alive) {
      roles.push_back(Role::kDead);
    } else if (facts.stopped) {
      roles.push_back(Role::kStopped);
    } else {
      roles.push_back(waits(facts) ? Role::kWaits : Role::kStill);
    }
  }
  return roles;
}

}  // namespace gridlock::prover
