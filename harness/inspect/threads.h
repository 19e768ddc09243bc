// What the kernel and the ring together say of the threads of a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// What a ring tells of its rank's threads.
struct RecordedThreads {
  std::vector<trace::LaneSnapshot> lanes;
  std::vector<trace::ThreadRecord> origins;
  bool futures_open = false;       // of calls that are open
  bool functions_pending = false;  // that threads of a device's driver will run
};

// One for each thread of `kernel` that lives; `now` is CLOCK_MONOTONIC in ns. Waits for locks on
// files are doubtful here: who holds them is not looked up.
std::vector<facts::Thread> judge_threads(const std::vector<KernelThread>& kernel,
                                         const RecordedThreads& recorded, std::uint64_t now);

}  // namespace gridlock::inspect
