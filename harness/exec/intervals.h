// How soon gridlock exec examines ranks that record no more events.
#pragma once

#include <chrono>

#include "harness/inspect/quiet_watch.h"
#include "harness/prover/prover.h"

namespace gridlock::exec {

struct Intervals {
  std::chrono::milliseconds tick{50};  // how often rings and processes are polled
  std::chrono::milliseconds first_check = inspect::QuietWatch::kFirstCheck;
  std::chrono::milliseconds between_snapshots = prover::kBetweenSnapshots;
};

// Intervals for a search that runs hundreds of scripts. On a busy machine, these intervals are too
// short for a proof. The search therefore repeats its steps and verifies its result with the
// default intervals.
inline constexpr Intervals kSearchIntervals{
    std::chrono::milliseconds(5), std::chrono::milliseconds(20), std::chrono::milliseconds(15)};

}  // namespace gridlock::exec
