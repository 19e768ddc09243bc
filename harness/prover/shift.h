// Calls that pair by accident: a rank that left a call out, or made one more, meets the others'
// next call with its own, and where operation and shape are the same nothing fails. Places in the
// program give it away.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

struct Shift {
  Group group;
  std::uint64_t seq = 0;    // of the first pair that is shifted
  std::vector<int> ranks;   // that are shifted
  std::vector<int> others;  // the ranks that they paired with
  Call mine;
  Call theirs;
  bool left_out = true;  // the ranks left a call out; else they made one more
  std::string my_place;  // "train.py:45"; "" where it is not known
  std::string their_place;
};

// The first collective of the first group that some ranks made where the others made their next
// one, or the one before. No finding: places may differ between ranks, and steps be uneven, by
// right.
std::optional<Shift> find_shift(const Snapshot& snapshot);

}  // namespace gridlock::prover
