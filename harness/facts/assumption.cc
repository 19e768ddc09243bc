#include "harness/facts/assumption.h"

namespace gridlock::facts {
namespace {

constexpr int kMostNames = 2;

// Returns the names of the rank's threads that are in this state.
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

Thread::State state_of(Assumption assumption) {
  if (assumption == Assumption::kSleepersNeedWaking) return Thread::State::kIdle;
  if (assumption == Assumption::kFeedersAreNotAsked) return Thread::State::kFeeder;
  return Thread::State::kHarmless;
}

}  // namespace

const char* words(Assumption assumption) {
  switch (assumption) {
    case Assumption::kSleepersNeedWaking:
      return "sleep until another thread of that rank wakes them";
    case Assumption::kFeedersAreNotAsked:
      return "only serve other threads of that rank, none of which runs";
    case Assumption::kHarmlessActAlone:
      return "serve only recorded calls, or nothing";
    case Assumption::kStoreIsOfRanks:
      return "only the processes that are connected to the store now, all of them ranks, set its "
             "keys";
    case Assumption::kLocksAreOfHolders:
      return "only the holders of a lock release it";
    case Assumption::kPartsFit:
      return "the sizes that members of all_to_all, gather or scatter exchange match";
  }
  return "";
}

std::string words(Assumption assumption, const RankFacts& facts) {
  return "threads of rank " + std::to_string(facts.rank) + " " + words(assumption) + ": " +
         threads_of(facts, state_of(assumption));
}

}  // namespace gridlock::facts
