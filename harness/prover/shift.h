// Finds calls that pair by accident: the calls of a rank that skipped a call, or made one more,
// meet calls of the others that come before or after them. If operation and shape are the same,
// nothing fails; only places in the program show it.
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
  std::vector<int> others;  // the ranks that they paired with
  Call mine;
  Call theirs;
  bool skipped = true;   // the ranks skipped a call; false: they made one more
  std::string my_place;  // "train.py:45"; "" = unknown
  std::string their_place;
};

// Returns the first collective of the first group that some ranks made when the others made the one
// before or after it. This is not a finding: places may legitimately differ between ranks, and
// steps may be uneven.
std::optional<Shift> find_shift(const Snapshot& snapshot);

}  // namespace gridlock::prover
