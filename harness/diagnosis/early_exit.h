// Finds ranks that ended normally while other ranks were in a collective that needs them. With
// gloo, the other ranks then raise a connection error that does not mention the rank that ended.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

struct EarlyExit {
  std::vector<int> ranks;
  // For example, "Rank 2 finished after all_gather #96; ranks 0, 1 and 3 were in all_gather #97 at
  // train.py:73, which it never called".
  std::string sentence;
  std::string signature;  // "crash:exited early:all_gather:default_pg:train_step"

  bool operator==(const EarlyExit&) const = default;
};

// Searches the ranks in `finished`. A rank that raised has its traceback as its main thread's
// stack. If ranks skipped calls in several groups, the group with the most ranks in the call
// counts. Returns nullopt when no record shows a call that a finished rank skipped.
std::optional<EarlyExit> find_early_exit(const Evidence& evidence,
                                         const std::vector<int>& finished);

}  // namespace gridlock::diagnosis
