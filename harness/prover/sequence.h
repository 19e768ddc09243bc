// A rank's calls in order. Each call is reduced to the hashes that identify the call in other ranks
// and in earlier steps.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// A call and the hashes of its properties. A `site` of 0 means unknown.
struct HashedCall {
  const Call* call = nullptr;
  std::uint64_t kind = 0;       // operation, and purpose of its group
  std::uint64_t site = 0;       // call site in the program
  std::uint64_t arguments = 0;  // arguments that members must agree on, and the peer of a message

  // Identifies the call by its call site and its arguments.
  std::uint64_t exact() const;
  // Identifies the call by its call site only, because arguments may vary from step to step. If the
  // call site is unknown, the arguments identify the call instead.
  std::uint64_t place() const;
};

using Sequence = std::vector<HashedCall>;

// Returns how many preceding calls identify a place of the program. More calls are needed without
// call sites, because calls then look alike.
std::size_t context_length(const HashedCall& last);

// Returns the collectives of one of the rank's groups (an index into RankFacts::groups) without
// gaps, by sequence number: all collectives after the last number that the log has lost. Points
// into the facts.
Sequence collectives_of(const RankFacts& facts, int group);

// Returns the calls of the rank in order of issue, without gaps: all calls after the last one that
// the log has lost.
Sequence calls_of(const RankFacts& facts);

}  // namespace gridlock::prover
