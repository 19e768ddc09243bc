// Writes the texts about a finding: a sentence, advice on what to look at next, and a signature
// that identifies the failure.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

// Returns a text without a final full stop, such as "Rank 1 never called all_gather #17 of cp[0-3];
// ranks 0, 2-3 wait for it at model.py:60. Rank 1 waits in all_reduce #9 of dp[1,5] at
// model.py:81". If the records show which rank left its call sequence, a further sentence says so.
std::string sentence(const Evidence& evidence);

// Returns what to look at, on one line.
std::string advice(facts::Class cls);

// Returns "deadlock", "stall", "desync", "compile_skew" (others wait for a rank that compiles) or
// "compile_blowup" (like compile_skew, but the compile takes longer than smaller cells predict).
std::string verdict_of(const Evidence& evidence);

// Returns a text that is the same in all runs of one failure, such as "deadlock:missing
// rank:all_gather:cp:forward". It contains the verdict, the class, the operation (for a mismatch,
// all operations sorted by name, such as "all_reduce|barrier"), the purpose of the group, and the
// user's function that the waiting ranks are in. It leaves out what varies between runs, such as
// sequence numbers, files and lines.
std::string signature(const Evidence& evidence);

}  // namespace gridlock::diagnosis
