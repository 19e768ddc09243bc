// The assumptions beyond the records that a proof of a deadlock rests on, as text. Prover and
// checker share only the text; each decides independently which assumptions a proof needs.
#pragma once

#include <string>

#include "harness/facts/facts.h"

namespace gridlock::facts {

enum class Assumption {
  kSleepersNeedWaking,  // about a rank's threads that are Thread::State::kIdle
  kFeedersAreNotAsked,  // about a rank's threads that are kFeeder
  kHarmlessActAlone,    // about a rank's threads that are kHarmless
  kStoreIsOfRanks,
  kLocksAreOfHolders,
  kPartsFit,
};

// Returns the text of an assumption that is not about one rank.
const char* words(Assumption assumption);

// Returns the text of an assumption about a rank's threads, with the threads' names.
std::string words(Assumption assumption, const RankFacts& facts);

}  // namespace gridlock::facts
