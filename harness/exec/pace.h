// How soon an exec examines ranks that have become quiet.
#pragma once

#include <chrono>

#include "harness/inspect/quiet_watch.h"
#include "harness/prover/prover.h"

namespace gridlock::exec {

struct Pace {
  std::chrono::milliseconds tick{50};  // how often rings and processes are looked at
  std::chrono::milliseconds first_look = inspect::QuietWatch::kFirstLook;
  std::chrono::milliseconds between_snapshots = prover::kBetweenSnapshots;
};

// For a search that asks about hundreds of scripts, whose steps are confirmed by repetition and
// whose result is verified at the usual pace. Too soon for a proof on a busy machine.
inline constexpr Pace kSearchPace{std::chrono::milliseconds(5), std::chrono::milliseconds(20),
                                  std::chrono::milliseconds(15)};

}  // namespace gridlock::exec
