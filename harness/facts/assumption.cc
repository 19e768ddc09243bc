#include "harness/facts/assumption.h"

namespace gridlock::facts {
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

Thread::State state_of(Assumption assumption) {
  if (assumption == Assumption::kSleepersNeedWaking) return Thread::State::kIdle;
  if (assumption == Assumption::kFeedersAreNotAsked) return Thread::State::kFeeder;
  return Thread::State::kHarmless;
}

}  // namespace

const char* words(Assumption assumption) {
  switch (assumption) {
    case Assumption::kSleepersNeedWaking:
      return "are asleep until another thread of it wakes them";
    case Assumption::kFeedersAreNotAsked:
      return "serve other threads of it, none of which asks";
    case Assumption::kServantsActAlone:
      return "serve recorded calls alone, or nobody";
    case Assumption::kStoreIsOfRanks:
      return "no process but those with a connection to the store now, all of them ranks, sets its "
             "keys";
    case Assumption::kLocksAreOfHolders:
      return "no process but those that hold a lock releases it";
    case Assumption::kPartsFit:
      return "the parts that members of all_to_all, gather or scatter exchange fit";
  }
  return "";
}

std::string words(Assumption assumption, const RankFacts& facts) {
  return "threads of rank " + std::to_string(facts.rank) + " " + words(assumption) + ": " +
         threads_of(facts, state_of(assumption));
}

}  // namespace gridlock::facts
