// Where each thread of this process comes from: its origin. A library that LD_PRELOAD puts into
// ranks (births.cc) stands in front of pthread_create and knows it, from the start of the process
// on; the probe asks it.
#pragma once

namespace gridlock::threads {

// The origin of a thread is a text of at most kOriginBytes - 1 bytes: the library of its start
// routine ("libgomp.so.1"), or of a std::thread the mangled type of what it runs
// ("MN4gloo9transport3tcp4LoopEFvvEPS5_"), without what all such types begin with.
inline constexpr unsigned kOriginBytes = 128;

// The origin of the thread that faulthandler.dump_traceback_later() starts.
inline constexpr char kWatchdog[] = "python:faulthandler";

// Called in the thread concerned; must not throw, and take no lock that a creator of threads holds.
struct Listener {
  void (*born)(int thread, const char* origin);  // kernel thread id
  void (*gone)(int thread);                      // it will not run any more of the program's code
};

// What the library has for the probe, which finds it with dlsym: nothing without LD_PRELOAD.
struct Library {
  // From now on; running threads are reported at once, in the calling thread.
  void (*listen)(const Listener*);
};
inline constexpr char kLibrary[] = "gridlock_threads_library";

}  // namespace gridlock::threads
