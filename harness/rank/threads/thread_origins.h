// The origin of each thread of this process: the code that it runs. A library that LD_PRELOAD puts
// into ranks (thread_origins.cc) stands in front of pthread_create and records the origins from the
// start of the process on; the probe reads them.
#pragma once

namespace gridlock::threads {

// The origin of a thread is a text of at most kOriginBytes - 1 bytes: the library of its start
// routine ("libgomp.so.1"), or for a std::thread the mangled type of the callable that it runs
// ("MN4gloo9transport3tcp4LoopEFvvEPS5_"), without the prefix that all such types share.
inline constexpr unsigned kOriginBytes = 128;

// The origin of the thread that faulthandler.dump_traceback_later() starts.
inline constexpr char kWatchdog[] = "python:faulthandler";

// Called in the thread concerned. The functions must not throw, and must not take a lock that a
// thread holds while it creates other threads.
struct Listener {
  void (*started)(int thread, const char* origin);  // kernel thread id
  void (*ended)(int thread);                        // it runs no more code of the program
};

// The interface of the library for the probe, which finds it with dlsym: absent without LD_PRELOAD.
struct Library {
  // Reports threads from now on. Running threads are reported at once, in the calling thread.
  void (*listen)(const Listener*);
};
inline constexpr char kLibrary[] = "gridlock_threads_library";

}  // namespace gridlock::threads
