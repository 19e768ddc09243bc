// Finds calls that pair by accident. If a rank skips a call or makes an extra one, its later calls
// pair with earlier or later calls of the other ranks. If operation and shape happen to be equal,
// nothing fails, and only the call sites show the shift.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

struct Shift {
  Group group;
  std::uint64_t seq = 0;    // seq of the first shifted pair
  std::vector<int> ranks;   // the shifted ranks
  std::vector<int> others;  // the ranks that the shifted ranks paired with
  Call mine;                // call `seq` of one of `ranks`
  Call theirs;              // call `seq` of one of `others`
  bool skipped = true;      // true: the ranks skipped a call; false: they made an extra one
  std::string my_place;     // "train.py:45"; "" = unknown
  std::string their_place;
};

// Returns the first collective in which some ranks made the call that the other ranks made one
// position earlier or later, or in which one rank made a call that it never made before or after,
// while the others made their usual one. A shift alone is not a finding, because call sites may
// legitimately differ between ranks and steps may be uneven.
std::optional<Shift> find_shift(const Snapshot& snapshot);

}  // namespace gridlock::prover
