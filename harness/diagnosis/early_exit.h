// Finds ranks that ended normally while others were in a collective that needed them. With gloo,
// the others then raise a connection error that does not name the ranks that ended.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

struct EarlyExit {
  std::vector<int> ranks;
  // Text such as "Rank 2 finished after all_gather #96; ranks 0, 1 and 3 were in all_gather #97 at
  // train.py:73, which it never called".
  std::string sentence;
  std::string signature;  // such as "crash:exited early:all_gather:default_pg:train_step"

  bool operator==(const EarlyExit&) const = default;
};

// Returns the early exit among the ranks in `finished`. In `evidence`, a rank that raised must have
// its traceback as the stack of its main thread. If ranks skipped calls in several groups, the
// group with the most ranks in the call counts. Returns nullopt if no record shows a call that a
// finished rank skipped.
std::optional<EarlyExit> find_early_exit(const Evidence& evidence,
                                         const std::vector<int>& finished);

}  // namespace gridlock::diagnosis
