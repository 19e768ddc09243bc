// Texts of the assumptions that a proof makes beyond what the records show. The prover and the
// checker both use these texts. Each of the two decides on its own which assumptions a proof needs.
#pragma once

#include <string>

#include "harness/facts/facts.h"

namespace gridlock::facts {

enum class Assumption {
  kSleepersNeedWaking,  // about the kIdle threads of a rank
  kFeedersAreNotAsked,  // about the kFeeder threads of a rank
  kHarmlessActAlone,    // about the kHarmless threads of a rank
  kStoreIsOfRanks,
  kLocksAreOfHolders,
  kPartsFit,
};

// Returns the text of an assumption that is not about one rank.
const char* words(Assumption assumption);

// Returns the text of an assumption about a rank's threads. The text names the threads.
std::string words(Assumption assumption, const RankFacts& facts);

}  // namespace gridlock::facts
