// The log of one rank of a side. A side is the set of ranks whose calls with one sequence number of
// a group are equal, while other members' calls differ from them.
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

// Returns the first and the last sequence number at which the sides may have diverged, given that
// their calls with number `seq` differ. The last number is `seq` or an earlier one (alignment.h).
// The range goes back from there over all directly preceding calls that the sides made from
// different call sites, because such calls may have paired by accident. All logs must contain
// `seq`.
std::pair<std::uint64_t, std::uint64_t> divergence_range(const std::vector<SideLog>& sides,
                                                         std::uint64_t seq);

}  // namespace gridlock::prover
