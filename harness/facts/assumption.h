// What a proof of a deadlock rests on beyond the records, in words. Prover and checker share the
// words alone: each decides by itself which of these a proof needs.
#pragma once

#include <string>

#include "harness/facts/facts.h"

namespace gridlock::facts {

enum class Assumption {
  kSleepersNeedWaking,  // of a rank: its threads that are Thread::State::kIdle
  kFeedersAreNotAsked,  // of a rank: those that are kFeeder
  kHarmlessActAlone,    // of a rank: those that are kHarmless
  kStoreIsOfRanks,
  kLocksAreOfHolders,
  kPartsFit,
};

// Of one that is about no rank.
const char* words(Assumption assumption);

// Of one about the threads of a rank: names them.
std::string words(Assumption assumption, const RankFacts& facts);

}  // namespace gridlock::facts
