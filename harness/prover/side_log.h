// The calls of a group by one rank of each side, when sides made one of the calls differently.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "harness/prover/index.h"
#include "harness/prover/sequence.h"

namespace gridlock::prover {

struct SideLog {
  std::vector<int> ranks;  // of the side
  Sequence calls;          // of the side's first rank
  std::size_t at = 0;      // index of the call in question

  std::uint64_t first() const { return calls.front().call->seq; }
  bool has(std::uint64_t seq) const {
    return !calls.empty() && seq >= first() && seq - first() < calls.size();
  }
};

SideLog side_log(const Index& index, int group, const std::vector<int>& side);

// Returns the range in which sides whose calls with number `seq` differ may have diverged; it ends
// at that call or before (alignment.h). The range begins at the first of the preceding calls that
// were made from different places, and that paired by accident if those are no usual pairs. All
// logs have `seq`.
std::pair<std::uint64_t, std::uint64_t> divergence_range(const std::vector<SideLog>& sides,
                                                         std::uint64_t seq);

}  // namespace gridlock::prover
