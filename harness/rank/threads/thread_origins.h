// The origins of threads. A thread's origin is the code that it runs. A library that ranks load
// with LD_PRELOAD (thread_origins.cc) replaces pthread_create and records the origins from the
// start of the process on. The probe reads them.
#pragma once

namespace gridlock::threads {

// Size of an origin with its terminating zero. An origin is the library of the thread's start
// routine ("libgomp.so.1"). For a std::thread, it is the mangled type of the callable
// ("MN4gloo9transport3tcp4LoopEFvvEPS5_"), without the prefix that all such types share.
inline constexpr unsigned kOriginBytes = 128;

// Origin of the thread that faulthandler.dump_traceback_later() starts.
inline constexpr char kWatchdog[] = "python:faulthandler";

// Functions that are called in the thread that starts or ends. They must not throw, and must not
// take a lock that a thread may hold while it creates other threads.
struct Listener {
  void (*started)(int thread, const char* origin);  // kernel thread id
  void (*ended)(int thread);                        // the thread runs no more code of the program
};

// The interface of the library for the probe, which finds it with dlsym. Without LD_PRELOAD, there
// is none.
struct Library {
  // Reports threads to the listener from now on. Threads that already run are reported at once, in
  // the calling thread.
  void (*listen)(const Listener*);
};
inline constexpr char kLibrary[] = "gridlock_threads_library";

}  // namespace gridlock::threads
