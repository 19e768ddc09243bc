// Describes calls of a group that have the same sequence number but do not match: what each rank
// passed, from which place, and which rank left the call sequence of earlier steps.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

// Returns whether the finding is about calls that do not match, and not about a missing call.
bool is_mismatch(facts::Class cls);

// Returns the call that does not match: `main`, or another call that a rank is blocked in. Returns
// nullptr if the records contain the calls of only one side.
const facts::Blocked* mismatched_call(const Evidence& evidence, const facts::Blocked* main);

// Returns the operations that ranks called with the sequence number of `call`, sorted by name, such
// as "all_reduce|barrier". The text does not depend on the number of ranks that made each call.
std::string mismatched_operations(const Evidence& evidence, const facts::Blocked& call);

// Returns text such as "all_reduce #17 of default_pg does not match: rank 0 passed 262,144 ×
// float32 (1 MiB, train.py:14), rank 1 passed 1 × float32 (train.py:22)". If the operations differ,
// it begins with "Call #17 of default_pg does not match: rank 0 called …".
std::string mismatch_words(const Evidence& evidence, const facts::Blocked& call);

// Returns text such as "recv #17 of default_pg does not fit its send: rank 0 receives 131,072 ×
// float32 from rank 1 (512 KiB, train.py:22), rank 1 sends 1 × float32 to rank 0 (train.py:33)".
std::string message_words(const Evidence& evidence);

// Returns text such as ". Rank 1 skipped the all_reduce of train.py:14 that it made at this place
// in earlier steps". If the ranks diverged before `call`, the text begins with the call at which
// they diverged. Returns "" if the records do not show which rank diverged.
std::string divergence_words(const Evidence& evidence, const facts::Blocked& call);

}  // namespace gridlock::diagnosis
