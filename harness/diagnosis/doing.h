// Describes what ranks are doing, in words for the middle of a sentence.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns, for example, "waits in all_reduce #9 of dp[1,5] at model.py:81", "sleeps in
// Block.forward at model.py:16" or "compiles (the partitioner, in find_first_unfusible at
// torch/_functorch/partitioners.py:2812)"; "runs code outside of collective calls" if nothing is
// known about the rank.
std::string doing(const Evidence& evidence, int rank);

// Returns text about several ranks, such as "it waits …", "each waits …" or "rank 1 waits …; each
// of ranks 3-5 sleeps …".
std::string doing(const Evidence& evidence, const std::vector<int>& ranks);
// Like doing(), but always names the ranks, as in "rank 1 waits …".
std::string rank_doing(const Evidence& evidence, const std::vector<int>& ranks);

// Returns text such as " at model.py:81". It is the line of the blocked thread or, for a desync,
// the line that made the call. Returns "" if no stack or record contains the line.
std::string at_place(const Evidence& evidence, const facts::Blocked& blocked);

}  // namespace gridlock::diagnosis
