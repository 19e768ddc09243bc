#include "harness/prover/step_comparison.h"

#include <algorithm>
#include <vector>

namespace gridlock::prover {
namespace {

// Returns, for each distance d, how many of the last calls before `at` equal the last calls before
// `at` - d. This is the Z function of the reversed past. Takes O(at).
std::vector<std::size_t> common_pasts(std::span<const std::uint64_t> keys, std::size_t at) {
  const auto past = [&](std::size_t i) { return keys[at - 1 - i]; };
  std::vector<std::size_t> common(at, 0);
  std::size_t left = 0, right = 0;
  for (std::size_t d = 1; d < at; ++d) {
    std::size_t length = d < right ? std::min(right - d, common[d - left]) : 0;
    while (d + length < at && past(length) == past(d + length)) ++length;
    common[d] = length;
    if (d + length > right) {
      left = d;
      right = d + length;
    }
  }
  return common;
}

bool begins_with(std::span<const std::uint64_t> calls, std::span<const std::uint64_t> beginning) {
  constexpr std::size_t kEnough = 4;  // calls to compare; later calls may differ for other reasons
  const std::size_t length = std::min({calls.size(), beginning.size(), kEnough});
  return length > 0 && std::equal(beginning.begin(), beginning.begin() + static_cast<long>(length),
                                  calls.begin());
}

}  // namespace

StepComparison compare_with_earlier_steps(std::span<const std::uint64_t> keys, std::size_t at,
                                          std::size_t least) {
  const std::vector<std::size_t> common = common_pasts(keys, at);
  const auto longest = std::ranges::max_element(common);
  if (longest == common.end() || *longest == 0) return {};
  const auto nearest = static_cast<std::size_t>(longest - common.begin());
  const bool whole_log = *longest + nearest == at;
  if (*longest < std::min(least, nearest) && !whole_log) return {};
  // If the log contains less than a step, the longest common past may be a coincidence. Then places
  // with a common past of half that length count too.
  const std::size_t enough = std::min(*longest, nearest);
  const bool little = whole_log && *longest < nearest;
  bool agree = true;
  std::size_t followed = 0;  // distance to the nearest place where an equal call followed
  for (std::size_t d = 1; d < at; ++d) {
    // A common past that the start of the log cuts off might have been as long as the longest one.
    // It counts too if it is at least a step long.
    const bool cut_off = common[d] + d == at && common[d] >= enough;
    const bool votes = common[d] == *longest || cut_off || (little && 2 * common[d] >= *longest);
    if (!votes) continue;
    agree = agree && keys[at - d] == keys[at - nearest];
    if (followed == 0 && keys[at - d] == keys[at]) followed = d;
  }
  if (followed != 0) return {StepComparison::Result::kSame, at - followed, agree};
  return {StepComparison::Result::kDifferent, at - nearest, agree};
}

Steps steps_before(std::span<const std::uint64_t> keys, std::size_t at, std::size_t calls,
                   bool begins_with_first) {
  std::size_t first = at;  // of the calls that repeat a call of the step before
  while (first > calls && keys[first - 1] == keys[first - 1 - calls]) --first;
  if (calls == 0 || at - first < calls) return {};
  const std::size_t made = at - first + calls;
  const bool begun_here = first > calls || begins_with_first;
  return {calls, begun_here && made % calls == 0 ? made / calls : 0};
}

Deviation deviation(std::span<const std::uint64_t> expected, std::span<const std::uint64_t> made) {
  std::size_t skipped = 1, extra = 1;
  while (skipped < expected.size() && !begins_with(made, expected.subspan(skipped))) ++skipped;
  while (extra < made.size() && !begins_with(made.subspan(extra), expected)) ++extra;
  const bool resumed = skipped < expected.size(), returned = extra < made.size();
  // If a single call was made, it is more likely a repetition than a jump over most of a step.
  const bool far = made.size() == 1 && 2 * skipped > expected.size();
  if (resumed && !far && (!returned || skipped <= extra)) {
    return {Deviation::Kind::kSkipped, skipped, true};
  }
  return {Deviation::Kind::kExtra, extra, returned};
}

}  // namespace gridlock::prover
