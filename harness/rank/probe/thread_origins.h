// The origins of this process's threads, which identify harmless threads.
#pragma once

namespace gridlock::probe {

// Records the beginnings and ends of threads in the ring from now on, if LD_PRELOAD has loaded the
// library that observes them (harness/rank/threads/thread_origins.h). Without the library no origin
// is known. Called once for each ring.
void record_thread_origins();

}  // namespace gridlock::probe
