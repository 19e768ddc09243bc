// Compares a rank's call with the calls at the same place in earlier steps. The calls before a
// place identify it: the earlier position in the log with the longest common past is the same place
// one step ago. Loops within a step therefore do not hide the step, and a call that is made every
// tenth step is expected in the tenth step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gridlock::prover {

struct StepComparison {
  enum class Result {
    kUnknown,    // the log contains no earlier step that passed this place
    kSame,       // in an earlier step, the same call followed at this place
    kDifferent,  // in all earlier steps, other calls followed at this place
  };
  Result result = Result::kUnknown;
  std::size_t earlier = 0;  // index of the call that followed earlier, for kSame and kDifferent
  bool certain = false;     // in all earlier steps, one and the same call followed at this place
};

// Compares the call at index `at` with earlier steps. `keys` identify the calls. Two places count
// as the same only if at least the last `least` calls before them are equal (or all calls of a
// loop, if the loop is shorter than `least`). Takes O(at).
StepComparison compare_with_earlier_steps(std::span<const std::uint64_t> keys, std::size_t at,
                                          std::size_t least = 1);

// How a call differs from earlier steps, judged by the calls after it.
struct Deviation {
  enum class Kind { kSkipped, kExtra };
  Kind kind = Kind::kExtra;
  std::size_t calls = 1;  // number of calls skipped, or made in addition
  bool resumed = false;   // the expected calls followed afterwards
};

// Determines how the calls deviate. `expected` are the calls that followed at this place in an
// earlier step, and `made` are the calls that followed this time. They differ in their first call,
// and neither is empty.
Deviation deviation(std::span<const std::uint64_t> expected, std::span<const std::uint64_t> made);

// The steps of a loop that are made before a place.
struct Steps {
  std::size_t calls = 0;  // in a step; 0 = the calls before the place are not two or more steps
  std::size_t count = 0;  // whole steps; 0 = unknown
};

// Counts the steps of `calls` calls before index `at`. The count is unknown if the keys begin
// within the loop (`begins_with_first` = they begin with the rank's first call), or if the place is
// within a step.
Steps steps_before(std::span<const std::uint64_t> keys, std::size_t at, std::size_t calls,
                   bool begins_with_first);

}  // namespace gridlock::prover
