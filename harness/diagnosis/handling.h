// Describes exceptions that ranks are handling while they wait.
#pragma once

#include <map>
#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns "KeyError: 'x', raised at train.py:12"; "" when the rank handles none.
std::string handling_words(const RankEvidence& rank);

// Returns the same for all ranks that handle one.
std::map<int, std::string> handling_of(const Evidence& evidence);

// Returns ". Rank 1 is handling KeyError: 'x', raised at train.py:12, while it waits in barrier #18
// of default_pg"; "" when no rank handles any. An exception may be ordinary control flow, so it is
// only reported and decides nothing.
std::string handling_sentences(const Evidence& evidence);

}  // namespace gridlock::diagnosis
