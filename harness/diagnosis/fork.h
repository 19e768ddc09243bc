// Finds where ranks diverged while their calls of a group still paired by accident. Operations and
// arguments were equal, but the calls came from different call sites, passes or modules.
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

// Returns the calls that paired by accident. `differs` is the first sequence number at which
// operations or arguments differ, or that some rank never called; nullopt if there is none. The
// calls that paired by accident end directly before `differs`. If the cheapest alignment of the
// sequences shifts calls (prover/alignment.h), the accidental pairs begin at the first shifted call
// or directly before it.
//
// Ranks may legitimately make one collective from different call sites; the leader, for example,
// may have a call site of its own. Such a pair is no accident if an earlier step has the same pair,
// followed by calls that all ranks made from one call site. A pair that is new to all ranks is no
// accident either, unless the passes differ. Returns nullopt if no call site is known, or if the
// logs begin after the divergence.
std::optional<Fork> find_fork(const std::vector<RankCalls>& ranks,
                              std::optional<std::uint64_t> differs);

// Returns the fork of the ranks in `evidence` for one group. Also uses the divergence that the
// prover has found.
std::optional<Fork> find_fork(const Evidence& evidence, const facts::Group& group);

// Returns text such as "#67 and #68 paired by accident".
std::string fork_words(const Fork& fork);

}  // namespace gridlock::diagnosis
