// A rank's calls in order, each with hashes that identify it on other ranks and in earlier steps.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// A call and the hashes of its properties. A hash of 0 for `site` means that the call site is
// unknown.
struct HashedCall {
  const Call* call = nullptr;
  std::uint64_t kind = 0;       // operation, and purpose of its group
  std::uint64_t site = 0;       // call site in the program
  std::uint64_t arguments = 0;  // arguments that members must agree on, and the peer of a message

  // Identifies the call by its call site and its arguments.
  std::uint64_t exact() const;
  // Identifies the call by its call site alone, because arguments may vary from step to step. If
  // the call site is unknown, its arguments identify it instead.
  std::uint64_t place() const;
};

using Sequence = std::vector<HashedCall>;

// Returns how many preceding calls identify a place in the program. Without call sites, calls look
// alike, so more of them are needed.
std::size_t context_length(const HashedCall& last);

// Returns the collectives of one of the rank's groups by sequence number, without gaps: those after
// the last number that the log has lost. `group` is an index into RankFacts::groups. The result
// points into the facts.
Sequence collectives_of(const RankFacts& facts, int group);

// Returns the rank's calls in order of issue, without gaps: those after the last call that the log
// has lost. The result points into the facts.
Sequence calls_of(const RankFacts& facts);

}  // namespace gridlock::prover
