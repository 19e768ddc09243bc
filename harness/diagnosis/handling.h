// Describes exceptions that ranks are handling while they wait.
#pragma once

#include <map>
#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns, for example, "KeyError: 'x', raised at train.py:12"; "" when the rank handles no
// exception.
std::string handling_words(const RankEvidence& rank);

// Returns handling_words() of every rank that handles an exception.
std::map<int, std::string> handling_of(const Evidence& evidence);

// Returns, for example, ". Rank 1 is handling KeyError: 'x', raised at train.py:12, while it waits
// in barrier #18 of default_pg". Returns "" when no rank handles an exception. An exception may be
// ordinary control flow, so it is only reported and does not affect the finding.
std::string handling_sentences(const Evidence& evidence);

}  // namespace gridlock::diagnosis
