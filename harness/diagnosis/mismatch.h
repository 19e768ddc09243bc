// Describes calls of a group with the same number that do not match: what each rank passed, from
// where, and which rank left the sequence of calls of earlier steps.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

// Returns whether the finding is about calls that do not match rather than about a missing one.
bool is_mismatch(facts::Class cls);

// Returns the call that does not match: `main` or another call that a rank is blocked in; nullptr
// when the records contain the calls of only one side.
const facts::Blocked* mismatched_call(const Evidence& evidence, const facts::Blocked* main);

// Returns the operations that ranks called with this number, sorted by name: "all_reduce|barrier",
// independent of how many ranks are in each.
std::string mismatched_operations(const Evidence& evidence, const facts::Blocked& call);

// Returns "all_reduce #17 of default_pg does not match: rank 0 passed 262,144 × float32 (1 MiB,
// train.py:14), rank 1 passed 1 × float32 (train.py:22)"; if the operations differ, "Call #17 of
// default_pg does not match: rank 0 called …".
std::string mismatch_words(const Evidence& evidence, const facts::Blocked& call);

// Returns ". Rank 1 skipped the all_reduce of train.py:14 that it made at this place in earlier
// steps", preceded by the point where the ranks diverged if that was before `call`; "" when the
// records do not show it.
std::string divergence_words(const Evidence& evidence, const facts::Blocked& call);

}  // namespace gridlock::diagnosis
