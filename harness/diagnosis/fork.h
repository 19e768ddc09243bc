// Where ranks went different ways although their calls of a group still paired for a while: the
// same operations with the same arguments, made from other places, in other passes, for other
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

// `differs`: the first number at which operations or arguments differ, or that some rank never
// called; nothing where there is none. The calls that paired by accident are those right before it,
// or from where the cheapest alignment of the sequences shifts them (prover/alignment.h).
//
// Ranks may make one collective from different places by right, the leader from its own, say. Such
// a pair is no accident where it has been met in an earlier step: before calls that all ranks made
// from the same place. Nor is it one where it is new to all of them, unless the passes differ.
// Nothing is found where no site is known, or where the logs begin after it.
std::optional<Fork> find_fork(const std::vector<RankCalls>& ranks,
                              std::optional<std::uint64_t> differs);

// The same of a group of the evidence, with what the prover knows of it.
std::optional<Fork> find_fork(const Evidence& evidence, const facts::Group& group);

// "#67 and #68 paired by accident".
std::string fork_words(const Fork& fork);

}  // namespace gridlock::diagnosis
