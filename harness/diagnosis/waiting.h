// Extracts which rank waits for which from a finding: the main wait, which the sentence is about,
// and chains of waits.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

struct Waiting {
  const facts::Blocked* wait = nullptr;  // the main wait; null if no rank is blocked
  std::vector<int> ranks;                // the ranks in the main wait, sorted
  std::vector<int> in_turn;              // the other blocked ranks that are not at fault, sorted
};

// Returns the main wait: of the waits for ranks at fault, the one with the most ranks in it. If the
// finding is about an unmatched message or a store key, the main wait is a wait for that message or
// key. If all blocked ranks are at fault, it is the wait with the most ranks in it.
Waiting main_wait(const facts::Finding& finding);

// Returns the first blocked thread of `rank`, or nullptr if it has none.
const facts::Blocked* blocked_of(const facts::Finding& finding, int rank);

// Returns the chain of waits that begins at the lowest rank at fault. It ends before a rank would
// occur twice. If a rank waits for several ranks, the chain prefers a rank at fault, because a
// cycle consists of ranks at fault.
std::vector<const facts::Blocked*> chain(const facts::Finding& finding);

// Returns text such as "in all_reduce #9 of cp[0-3]" or "for store key 'shard/1'".
std::string in_what(const facts::Blocked& blocked);

// Returns the same for RankEvidence::wait: "waits for store key 'shard/1'". Returns "" if there is
// none.
std::string wait_words(const RankEvidence& rank);

// Returns text such as "; it waits for a lock that its thread pt_gloo_runloop holds". Returns "" if
// the main thread waits for no such lock.
std::string lock_words(const RankEvidence& rank);

bool contains(const std::vector<int>& ranks, int rank);

}  // namespace gridlock::diagnosis
