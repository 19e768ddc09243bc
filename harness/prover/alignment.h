// Aligns two ranks' sequences of calls. A call that one rank skipped, or made in addition, shifts
// all later calls by one. After the shift, call sites and arguments match again, but calls with
// equal sequence numbers do not.
#pragma once

#include <cstddef>
#include <span>

#include "harness/prover/sequence.h"

namespace gridlock::prover {

// Returns the index of the first call at which the sequences diverge, in the cheapest alignment of
// the two. Returns the length of the shorter sequence if the two do not diverge. Both sequences
// begin with the same sequence number. Call sites and arguments that legitimately differ between
// ranks are no divergence as long as the following calls match number by number. Among equally
// cheap alignments, the function uses the alignment that diverges last. Takes O(a * b) time and
// memory, so pass short windows of the logs.
std::size_t divergence(std::span<const HashedCall> a, std::span<const HashedCall> b);

}  // namespace gridlock::prover
