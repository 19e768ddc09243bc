// Records the origins of this process's threads, by which harmless threads are recognized.
#pragma once

namespace gridlock::probe {

// Records the start and end of each thread in the ring from now on, if LD_PRELOAD has loaded the
// library that observes threads (harness/rank/threads/thread_origins.h). Otherwise no origin is
// known. It is called once for each ring.
void record_thread_origins();

}  // namespace gridlock::probe
