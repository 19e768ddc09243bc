// Describes a finding: one sentence, what to look at next, and a signature that distinguishes this
// failure from others.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

// Returns, for example, "Rank 1 never called all_gather #17 of cp[0-3]; ranks 0, 2-3 wait for it at
// model.py:60. Rank 1 waits in all_reduce #9 of dp[1,5] at model.py:81". Another sentence follows
// when the records show which rank changed its sequence of calls. The text does not end in a full
// stop.
std::string sentence(const Evidence& evidence);

// Returns what to look at, in one line.
std::string advice(facts::Class cls);

// Returns "deadlock", "stall", "desync", "compile_skew" (other ranks wait for a rank that compiles)
// or "compile_blowup" (as compile_skew, but the compile takes longer than smaller cells predict).
std::string verdict_of(const Evidence& evidence);

// Returns a text that is equal for two runs of one failure. It excludes everything that varies
// between runs, such as sequence numbers, files and lines. It consists of the verdict, the class,
// the operation (for a mismatch all operations, by name: "all_reduce|barrier"), the purpose of the
// group, and the user's function that the waiting ranks are in. Example: "deadlock:missing
// rank:all_gather:cp:forward".
std::string signature(const Evidence& evidence);

}  // namespace gridlock::diagnosis
