// What one rank of each side made of a group's calls, where sides made one of them differently.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/sequence.h"

namespace gridlock::prover {

struct SideLog {
  std::vector<int> ranks;  // of the side
  Sequence calls;          // of its first rank
  std::size_t at = 0;      // the index of the call that is looked at

  std::uint64_t first() const { return calls.front().call->seq; }
  bool has(std::uint64_t seq) const {
    return !calls.empty() && seq >= first() && seq - first() < calls.size();
  }
};

SideLog side_log(const Index& index, int group, const std::vector<int>& side);

// Where the sides diverge whose calls with number `seq` differ: there or before (alignment.h). From
// the first of the calls right before that which they made from different places, and which paired
// by accident if those are no usual pairs. All logs have `seq`.
std::pair<std::uint64_t, std::uint64_t> divergence_range(const std::vector<SideLog>& sides,
                                                         std::uint64_t seq);

}  // namespace gridlock::prover
