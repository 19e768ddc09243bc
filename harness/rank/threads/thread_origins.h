// The origin of a thread is the code that the thread runs. A library that LD_PRELOAD puts into
// ranks (thread_origins.cc) replaces pthread_create and records the origin of each thread from the
// start of the process on. The probe reads the origins.
#pragma once

namespace gridlock::threads {

// An origin is a text of at most kOriginBytes - 1 bytes. It is the library of the thread's start
// routine ("libgomp.so.1") or, for a std::thread, the mangled type of the callable that the thread
// runs ("MN4gloo9transport3tcp4LoopEFvvEPS5_"). The prefix that all such types share is removed.
inline constexpr unsigned kOriginBytes = 128;

// The origin of the thread that faulthandler.dump_traceback_later() starts.
inline constexpr char kWatchdog[] = "python:faulthandler";

// Each function is called in the thread concerned. It must not throw, and must not take a lock that
// a thread may hold while it creates other threads.
struct Listener {
  void (*started)(int thread, const char* origin);  // kernel thread id
  void (*ended)(int thread);                        // the thread runs no more code of the program
};

// The interface of the library for the probe, which finds the interface with dlsym. The interface
// is absent without LD_PRELOAD.
struct Library {
  // Reports threads to the listener from now on. Reports the threads that are already running
  // immediately, in the calling thread.
  void (*listen)(const Listener*);
};
inline constexpr char kLibrary[] = "gridlock_threads_library";

}  // namespace gridlock::threads
