// What a rank did in earlier steps at the place where it is now. A place is known by the calls that
// led to it: the earlier one with the longest common past is the same place, one step ago. So a
// loop within the step does not hide the step, and what is done every tenth step is expected then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gridlock::prover {

struct StepComparison {
  enum class Result {
    kUnknown,    // no such place in the log
    kSame,       // the call at `at` followed at such a place earlier
    kDifferent,  // it never did
  };
  Result result = Result::kUnknown;
  std::size_t earlier = 0;  // the index of what followed earlier, with kSame and kDifferent
  bool certain = false;     // the same call followed at all such places
};

// Of the call with index `at`; `keys` are what identifies each call. At least `least` calls before
// it must be known from before, or all that a loop of fewer consists of. Takes O(at).
StepComparison compare_with_earlier_steps(std::span<const std::uint64_t> keys, std::size_t at,
                                          std::size_t least = 1);

// How a call that differs from earlier steps does so, by what came next.
struct Deviation {
  enum class Kind { kSkipped, kExtra };
  Kind kind = Kind::kExtra;
  std::size_t calls = 1;  // that many were skipped, or made in addition
  bool resumed = false;   // after them came what was expected
};

// `expected` is what followed at this place earlier, `made` what followed this time: they differ in
// their first call, and neither is empty.
Deviation deviation(std::span<const std::uint64_t> expected, std::span<const std::uint64_t> made);

}  // namespace gridlock::prover
