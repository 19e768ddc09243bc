// Texts of the assumptions that a proof makes in addition to the records. The prover and the
// checker share only these texts. Each decides independently which assumptions a proof needs.
#pragma once

#include <string>

#include "harness/facts/facts.h"

namespace gridlock::facts {

enum class Assumption {
  kSleepersNeedWaking,  // about threads of a rank that are kIdle
  kFeedersAreNotAsked,  // about threads of a rank that are kFeeder
  kHarmlessActAlone,    // about threads of a rank that are kHarmless
  kStoreIsOfRanks,
  kLocksAreOfHolders,
  kPartsFit,
};

// Returns the text of an assumption that is not about one rank.
const char* words(Assumption assumption);

// Returns the text of an assumption about a rank's threads, which it names.
std::string words(Assumption assumption, const RankFacts& facts);

}  // namespace gridlock::facts
