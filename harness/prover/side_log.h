// The log of one rank of a side. A side is a set of ranks that made a call of a group alike, while
// other members made it differently.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/sequence.h"

namespace gridlock::prover {

struct SideLog {
  std::vector<int> ranks;  // all ranks of the side
  Sequence calls;          // calls of the side's first rank
  std::size_t at = 0;      // index in `calls` of the differing call

  std::uint64_t first() const { return calls.front().call->seq; }
  bool has(std::uint64_t seq) const {
    return !calls.empty() && seq >= first() && seq - first() < calls.size();
  }
};

SideLog side_log(const Index& index, int group, const std::vector<int>& side);

// Returns the range of sequence numbers in which the sides may have diverged, given that their
// calls with number `seq` differ. The range ends at `seq` or before (alignment.h). It begins with
// the unbroken run of preceding calls that the sides made from different call sites, because such
// calls may have paired by accident. All logs contain `seq`.
std::pair<std::uint64_t, std::uint64_t> divergence_range(const std::vector<SideLog>& sides,
                                                         std::uint64_t seq);

}  // namespace gridlock::prover
