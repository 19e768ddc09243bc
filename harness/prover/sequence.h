// A rank's calls in order, each reduced to what identifies it in other ranks and in earlier steps.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Hashes. A site of 0 is unknown.
struct Step {
  const Call* call = nullptr;
  std::uint64_t kind = 0;       // operation, and what its group is for
  std::uint64_t site = 0;       // where in the program
  std::uint64_t arguments = 0;  // all that the members must agree on; of a message, also its peer

  // The same call from the same place with the same arguments.
  std::uint64_t exact() const;
  // From the same place, whatever its arguments, which may vary from step to step. Where the place
  // is unknown, the same arguments stand for it.
  std::uint64_t place() const;
};

using Sequence = std::vector<Step>;

// How many calls before it tell one place of the program from another: without call sites, calls
// look alike.
std::size_t calls_that_tell_a_place(const Step& last);

// The collectives of one of the rank's groups (an index into RankFacts::groups), by sequence
// number, without gaps: from the last number that the log has lost on. Points into the facts.
Sequence collectives_of(const RankFacts& facts, int group);

// All calls of the rank in order of issue, from the last one that the log has lost on.
Sequence calls_of(const RankFacts& facts);

}  // namespace gridlock::prover
