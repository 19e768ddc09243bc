// Records the origins of this process's threads. The agent recognizes harmless threads by their
// origin.
#pragma once

namespace gridlock::probe {

// Records in the ring the start and end of each thread from now on, if LD_PRELOAD has loaded the
// library that observes threads (harness/rank/threads/thread_origins.h). Without the library,
// origins are unknown. Called once for each ring.
void record_thread_origins();

}  // namespace gridlock::probe
