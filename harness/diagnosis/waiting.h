// Who waits for whom, as a finding has it: the one wait that a sentence is about, and chains of
// them.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

struct Waiting {
  const facts::Blocked* wait = nullptr;  // the first of them; null when no rank is blocked
  std::vector<int> ranks;                // those in the same wait, sorted
  std::vector<int> in_turn;              // other blocked ranks that are not at fault, sorted
};

// The wait for a rank at fault that most ranks are in; where the finding is about an unmatched
// message or a key, a wait for that.
// Where all who are blocked are at fault, the wait that most of these are in.
Waiting main_wait(const facts::Finding& finding);

// The first thread of `rank` that is blocked; null when it has none.
const facts::Blocked* blocked_of(const facts::Finding& finding, int rank);

// From the smallest rank at fault along who waits for whom, until a rank comes again; each rank
// once. Ranks at fault are preferred, since these are what a cycle is made of.
std::vector<const facts::Blocked*> chain(const facts::Finding& finding);

// "in all_reduce #9 of cp[0-3]", "for key 00000000c0ffee00 of the store".
std::string in_what(const facts::Blocked& blocked);

bool contains(const std::vector<int>& ranks, int rank);

}  // namespace gridlock::diagnosis
