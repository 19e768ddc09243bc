#include "harness/monitor/waiting.h"

#include <algorithm>

namespace gridlock::monitor {
namespace {

using State = facts::Thread::State;

bool is_blocked(const facts::RankFacts& rank) {
  return has_thread(rank, State::kBlocked);
}

bool computes(const facts::RankFacts& rank) {
  return std::ranges::any_of(rank.threads, [](const facts::Thread& thread) {
    return thread.main && thread.state == State::kRunning;
  });
}

}  // namespace

bool waits(const facts::RankFacts& rank) {
  return !rank.open.empty() || is_blocked(rank);
}

bool waits_long(const facts::RankFacts& rank) {
  return !rank.open.empty() || std::ranges::any_of(rank.threads, [](const facts::Thread& thread) {
    return thread.state == State::kBlocked && !facts::soon(thread.wait.times_out_ms);
  });
}

bool all_wait(const facts::Snapshot& snapshot) {
  return std::ranges::all_of(
      snapshot.ranks, [](const facts::RankFacts& rank) { return !rank.alive || waits(rank); });
}

bool stand_still(const facts::Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.ranks, is_blocked) &&
         std::ranges::none_of(snapshot.ranks, computes);
}

}  // namespace gridlock::monitor
