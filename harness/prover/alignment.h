// Two ranks' sequences of calls, side by side. A call that one of them left out, or made in
// addition, shifts all that come after it by one: from there on call sites and arguments match
// again, only not number by number.
#pragma once

#include <cstddef>
#include <span>

#include "harness/prover/sequence.h"

namespace gridlock::prover {

// The index of the first call at which they diverge, in the cheapest alignment of the two: the
// length of the shorter one when they do not. Both begin with the same number. Places that differ
// between ranks by right, and arguments that do, are no divergence as long as the calls that follow
// match number by number. Of equally cheap alignments the one that diverges last.
// Takes O(a * b) in time and memory, so give it a window.
std::size_t divergence(std::span<const Step> a, std::span<const Step> b);

}  // namespace gridlock::prover
