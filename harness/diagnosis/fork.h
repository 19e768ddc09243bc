// Finds where ranks diverged although their calls of a group still paired for a while: the same
// operations with the same arguments, made from other places, in other passes, or for other
// modules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

struct RankCalls;

// The calls that paired by accident.
struct Fork {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// `differs` is the first number at which operations or arguments differ, or that some rank never
// called; nullopt if there is none. The calls that paired by accident are the ones right before it,
// or the ones from the point where the cheapest alignment of the sequences shifts them
// (prover/alignment.h).
//
// Ranks may legitimately make one collective from different places, for example the leader from its
// own. Such a pair is no accident if an earlier step has the same pair followed by calls that all
// ranks made from the same place. It is no accident either if it is new to all ranks, unless the
// passes differ. Returns nullopt when no site is known, or when the logs begin after the
// divergence.
std::optional<Fork> find_fork(const std::vector<RankCalls>& ranks,
                              std::optional<std::uint64_t> differs);

// Does the same for a group of the evidence and uses the divergence that the prover found.
std::optional<Fork> find_fork(const Evidence& evidence, const facts::Group& group);

// Returns, for example, "#67 and #68 paired by accident".
std::string fork_words(const Fork& fork);

}  // namespace gridlock::diagnosis
