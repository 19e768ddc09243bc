// The origins of this process's threads. The origins identify harmless threads.
#pragma once

namespace gridlock::probe {

// Records the start and end of each thread in the ring from now on, if LD_PRELOAD has loaded the
// library that observes threads (harness/rank/threads/thread_origins.h). Without the library, no
// origin is known. Called once for each ring.
void record_thread_origins();

}  // namespace gridlock::probe
