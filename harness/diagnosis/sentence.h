// A finding in plain words: one sentence, what to look at next, and what tells this failure from
// others.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

// "Rank 1 never called all_gather #17 of cp[0-3]; ranks 0, 2-3 wait for it at model.py:60. Rank
// 1 waits in all_reduce #9 of dp[1,5] at model.py:81". One more where the records show which rank
// changed its sequence of calls. No full stop at its end.
std::string sentence(const Evidence& evidence);

// What to look at, in one line.
std::string advice(facts::Class cls);

// "deadlock", "stall", "compile_skew" (others wait for a rank that compiles), "compile_blowup" (and
// its compile takes longer than smaller cells predict), "desync".
std::string verdict_of(const Evidence& evidence);

// What two runs of the same failure share, and nothing that may vary between them, such as numbers,
// files and lines: verdict, class, operation (of a mismatch all, by name: "all_reduce|barrier"),
// what the group is for, and the user's function where the waiting ranks are. "deadlock:missing
// rank:all_gather:cp:forward".
std::string signature(const Evidence& evidence);

}  // namespace gridlock::diagnosis
