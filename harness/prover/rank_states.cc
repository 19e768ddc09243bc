#include "harness/prover/rank_states.h"

#include <algorithm>

namespace gridlock::prover {
namespace {

using State = Thread::State;

bool main_is_doubtful(const RankFacts& facts) {
  return std::ranges::any_of(facts.threads, [](const Thread& thread) {
    return thread.main && thread.state == State::kDoubtful;
  });
}

std::string name_of(const Thread& thread, int rank) {
  const std::string number = thread.name.empty() ? std::to_string(thread.id) : thread.name;
  const std::string who = thread.main ? "the main thread" : "thread " + number;
  return who + " of rank " + std::to_string(rank);
}

// Returns whether no thread runs, and at least one thread is blocked in a recorded wait or is idle.
bool sleeps(const RankFacts& facts) {
  return (has_thread(facts, State::kBlocked) || has_thread(facts, State::kIdle)) &&
         !has_thread(facts, State::kRunning);
}

bool sleeps_in_doubt(const RankFacts& facts) {
  return has_thread(facts, State::kBlocked) && sleeps(facts) && !main_is_doubtful(facts);
}

template <typename Waits>
std::vector<RankState> states_of(const Index& index, const std::vector<bool>& unchanged,
                                 bool dead_stay, Waits waits) {
  std::vector<RankState> states;
  for (int rank = 0; rank < index.ranks(); ++rank) {
    const RankFacts& facts = index.facts(rank);
    const bool certain = unchanged[static_cast<std::size_t>(rank)] && !facts.incomplete &&
                         !facts.stopped && !index.garbled(rank);
    const bool gone = !facts.alive && (dead_stay || facts.restarter.empty());
    if (certain && gone) {
      states.push_back(RankState::kDead);
    } else {
      states.push_back(certain && facts.alive && waits(facts) ? RankState::kWaits
                                                              : RankState::kMoves);
    }
  }
  return states;
}

}  // namespace

std::vector<RankState> proof_states(const Index& index, const std::vector<bool>& unchanged) {
  return states_of(index, unchanged, /*dead_stay=*/false, [](const RankFacts& facts) {
    return sleeps(facts) && doubts_of(facts).empty();
  });
}

std::vector<RankState> likely_states(const Index& index, const std::vector<bool>& unchanged) {
  return states_of(index, unchanged, /*dead_stay=*/true, sleeps_in_doubt);
}

std::vector<RankState> stall_states(const Index& index) {
  std::vector<RankState> states;
  for (int rank = 0; rank < index.ranks(); ++rank) {
    const RankFacts& facts = index.facts(rank);
    if (!facts.alive) {
      states.push_back(RankState::kDead);
    } else if (facts.stopped) {
      states.push_back(RankState::kStopped);
    } else {
      states.push_back(sleeps_in_doubt(facts) ? RankState::kWaits : RankState::kStill);
    }
  }
  return states;
}

std::vector<std::string> doubts_of(const RankFacts& facts) {
  std::vector<std::string> doubts;
  if (!facts.alive && !facts.restarter.empty()) {
    doubts.push_back(facts.restarter + " may start rank " + std::to_string(facts.rank) + " again");
  }
  const bool idle = has_thread(facts, State::kIdle);
  for (const Thread& thread : facts.threads) {
    const std::string who = name_of(thread, facts.rank);
    if (thread.state == State::kDoubtful) doubts.push_back(who + " " + thread.doing);
    if (thread.state == State::kFeeder && idle) {
      doubts.push_back(who + " (" + thread.doing + ") may wake another thread of that rank");
    }
  }
  return doubts;
}

}  // namespace gridlock::prover
