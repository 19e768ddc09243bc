// A rank's calls in order, each reduced to the hashes that identify it in other ranks and in
// earlier steps.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// A call and hashes of its properties. A site of 0 is unknown.
struct HashedCall {
  const Call* call = nullptr;
  std::uint64_t kind = 0;       // operation, and purpose of its group
  std::uint64_t site = 0;       // place in the program
  std::uint64_t arguments = 0;  // those that members must agree on; for a message, also its peer

  // Identifies the call by its place and its arguments.
  std::uint64_t exact() const;
  // Identifies the call by its place only, because arguments may vary from step to step. If the
  // place is unknown, the arguments are used instead.
  std::uint64_t place() const;
};

using Sequence = std::vector<HashedCall>;

// Returns how many preceding calls identify a place of the program: without call sites, calls look
// alike.
std::size_t context_length(const HashedCall& last);

// Returns the collectives of one of the rank's groups (an index into RankFacts::groups), by
// sequence number, without gaps: only those after the last number that the log has lost. Points
// into the facts.
Sequence collectives_of(const RankFacts& facts, int group);

// Returns all calls of the rank in order of issue, only those after the last one that the log has
// lost.
Sequence calls_of(const RankFacts& facts);

}  // namespace gridlock::prover
