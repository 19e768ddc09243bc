// Calls of a group with one number that do not match: what each rank passed, from where, and which
// rank left the sequence of calls of earlier steps.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

// Findings about calls that do not match, rather than about one that is missing.
bool is_mismatch(facts::Class cls);

// The call that does not match: `main` or another one that a rank is blocked in; null where the
// records have the calls of one side only.
const facts::Blocked* mismatched_call(const Evidence& evidence, const facts::Blocked* main);

// The operations that ranks called with this number, by name: "all_reduce|barrier", whichever most
// ranks are in.
std::string mismatched_operations(const Evidence& evidence, const facts::Blocked& call);

// "all_reduce #17 of default_pg does not match: rank 0 passed 262,144 × float32 (1 MiB,
// train.py:14), rank 1 passed 1 × float32 (train.py:22)"; where operations differ "Call #17 of
// default_pg does not match: rank 0 called …".
std::string mismatch_words(const Evidence& evidence, const facts::Blocked& call);

// ". Rank 1 skipped the all_reduce of train.py:14 that it made at this place in earlier steps", and
// before that where the ranks diverged if they did before `call`; "" where the records do not tell.
std::string divergence_words(const Evidence& evidence, const facts::Blocked& call);

}  // namespace gridlock::diagnosis
