// Aligns the call sequences of two ranks. If one rank skips a call or makes an extra one, its later
// calls have other sequence numbers than the matching calls of the other rank. The alignment pairs
// these calls by call site and arguments instead.
#pragma once

#include <cstddef>
#include <span>

#include "harness/prover/sequence.h"

namespace gridlock::prover {

// Returns the index of the first call at which the two sequences diverge, in their cheapest
// alignment. Returns the length of the shorter sequence if they do not diverge. Both sequences must
// begin with the same sequence number. A pair of calls with different sites or arguments is no
// divergence if the calls after the pair match number by number, because such differences between
// ranks can be legitimate. Among equally cheap alignments, the function picks the one that diverges
// last. Takes O(a * b) time and memory, so callers pass short windows of the logs.
std::size_t divergence(std::span<const HashedCall> a, std::span<const HashedCall> b);

}  // namespace gridlock::prover
