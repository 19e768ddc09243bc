// Describes what a rank is doing, for the middle of a sentence.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns, for example, "waits in all_reduce #9 of dp[1,5] at model.py:81", "sleeps in
// Block.forward at model.py:16" or "compiles (the partitioner, in find_first_unfusible at
// torch/_functorch/partitioners.py:2812)"; "runs other code" when nothing is known.
std::string doing(const Evidence& evidence, int rank);

// Describes several ranks: "it waits …", "each waits …", "rank 1 waits …; each of ranks 3-5 sleeps
// …".
std::string doing(const Evidence& evidence, const std::vector<int>& ranks);
// Does the same but always names the ranks: "rank 1 waits …".
std::string rank_doing(const Evidence& evidence, const std::vector<int>& ranks);

// Returns " at model.py:81": the line of the blocked thread, or the line at which a call of a
// desync was made; "" when no stack or record contains it.
std::string at_place(const Evidence& evidence, const facts::Blocked& blocked);

}  // namespace gridlock::diagnosis
