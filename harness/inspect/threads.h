// Judges the threads of a rank from the kernel's view and the ring's records.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// The ring's records about its rank's threads.
struct RecordedThreads {
  std::vector<trace::LaneSnapshot> lanes;
  std::vector<trace::ThreadRecord> origins;
  bool futures_open = false;       // an open call's future was taken
  bool functions_pending = false;  // functions are queued that a device driver's threads will run
};

// Returns one entry for each live thread of `kernel`. `now` is CLOCK_MONOTONIC in ns. Waits for
// file locks are doubtful in the result, because this function does not look up their holders.
std::vector<facts::Thread> classify_threads(const std::vector<KernelThread>& kernel,
                                            const RecordedThreads& recorded, std::uint64_t now);

}  // namespace gridlock::inspect
