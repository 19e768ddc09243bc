// Judges the threads of a rank by what the kernel shows and by what the ring records.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// Records from a ring about the threads of its rank.
struct RecordedThreads {
  std::vector<trace::LaneSnapshot> lanes;
  std::vector<trace::ThreadRecord> origins;
  std::vector<trace::DriverWait> driver_waits = {};
  bool futures_open = false;       // the program has taken the future of an open call
  bool functions_pending = false;  // functions are queued for the threads of a device driver
  // Returns the thread that holds the mutex at which a sleeping thread waits, or 0 if it waits at
  // no mutex. May be empty.
  std::function<pid_t(pid_t thread)> owner_of_mutex = {};
};

// Returns the state of each live thread in `kernel`. `now` is CLOCK_MONOTONIC in ns. A thread that
// waits for a file lock is doubtful, because the holder of the lock is not looked up here.
std::vector<facts::Thread> classify_threads(const std::vector<KernelThread>& kernel,
                                            const RecordedThreads& recorded, std::uint64_t now);

}  // namespace gridlock::inspect
