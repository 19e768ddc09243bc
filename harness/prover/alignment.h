// Aligns two ranks' sequences of calls. A call that one rank skipped, or made in addition, shifts
// all later calls by one: from there on call sites and arguments match again, but not number by
// number.
#pragma once

#include <cstddef>
#include <span>

#include "harness/prover/sequence.h"

namespace gridlock::prover {

// Returns the index of the first call at which the sequences diverge, in the cheapest alignment of
// the two; the length of the shorter one if they do not diverge. Both begin with the same number.
// Call sites and arguments that legitimately differ between ranks are no divergence as long as the
// calls that follow match number by number. Among equally cheap alignments, uses the one that
// diverges last. Takes O(a * b) in time and memory, so give it a window.
std::size_t divergence(std::span<const HashedCall> a, std::span<const HashedCall> b);

}  // namespace gridlock::prover
