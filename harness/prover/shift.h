// Finds calls that pair by accident. If a rank skipped a call, or made one more, its calls pair
// with calls of the others that come before or after the right ones. If operation and shape are
// equal, nothing fails, and only the call sites show the shift.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

struct Shift {
  Group group;
  std::uint64_t seq = 0;    // of the first shifted pair
  std::vector<int> ranks;   // the shifted ranks
  std::vector<int> others;  // the ranks that the shifted ranks paired with
  Call mine;
  Call theirs;
  bool skipped = true;   // true: the ranks skipped a call; false: they made one more
  std::string my_place;  // "train.py:45"; "" = unknown
  std::string their_place;
};

// Returns the first collective of the first group where the call of some ranks is the call that the
// others made one position earlier or later. A shift is not a finding, because call sites may
// legitimately differ between ranks and steps may be uneven.
std::optional<Shift> find_shift(const Snapshot& snapshot);

}  // namespace gridlock::prover
