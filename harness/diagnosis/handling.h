// Describes exceptions that ranks handle while they wait.
#pragma once

#include <map>
#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns text such as "KeyError: 'x', raised at train.py:12". Returns "" if the rank handles no
// exception.
std::string handling_words(const RankEvidence& rank);

// Returns handling_words() of every rank that handles an exception.
std::map<int, std::string> handling_of(const Evidence& evidence);

// Returns text such as ". Rank 1 is handling KeyError: 'x', raised at train.py:12, while it waits
// in barrier #18 of default_pg". Returns "" if no rank handles an exception. An exception may be
// ordinary control flow, so it does not affect the finding.
std::string handling_sentences(const Evidence& evidence);

}  // namespace gridlock::diagnosis
