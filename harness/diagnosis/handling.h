// Exceptions that ranks are handling while they wait, in words.
#pragma once

#include <map>
#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// "KeyError: 'x', raised at train.py:12"; "" where the rank handles none.
std::string handling_words(const RankEvidence& rank);

// The same of all ranks that handle one.
std::map<int, std::string> handling_of(const Evidence& evidence);

// ". Rank 1 is handling KeyError: 'x', raised at train.py:12, while it waits in barrier #18 of
// default_pg"; "" where no rank handles any. An exception may be ordinary control flow: it is told,
// and decides nothing.
std::string handling_sentences(const Evidence& evidence);

}  // namespace gridlock::diagnosis
