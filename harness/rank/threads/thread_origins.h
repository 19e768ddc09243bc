// The origins of threads. The origin of a thread says which code the thread runs. A library that
// ranks load with LD_PRELOAD (thread_origins.cc) replaces pthread_create, and so sees each thread
// from the start of the process on. The probe reads the origins.
#pragma once

namespace gridlock::threads {

// Size of an origin in bytes, with its terminating zero. An origin is the name of the library with
// the thread's start routine ("libgomp.so.1"). For a std::thread, it is the mangled type of the
// callable ("MN4gloo9transport3tcp4LoopEFvvEPS5_"), without the prefix that all such types share.
inline constexpr unsigned kOriginBytes = 128;

// Origin of the thread that faulthandler.dump_traceback_later() starts.
inline constexpr char kWatchdog[] = "python:faulthandler";

// started() and ended() are called in the thread that starts or ends. They must not throw, and must
// not take a lock that any thread may hold while it creates a thread.
struct Listener {
  void (*started)(int thread, const char* origin);  // kernel thread id
  void (*ended)(int thread);                        // the thread runs no more code of the program
};

// The functions of the LD_PRELOAD library that the probe calls. The probe finds the symbol kLibrary
// with dlsym. The symbol does not exist if the library was not preloaded.
struct Library {
  // Reports threads to the listener from now on. First reports, in the calling thread, the threads
  // that already run.
  void (*listen)(const Listener*);
};
inline constexpr char kLibrary[] = "gridlock_threads_library";

}  // namespace gridlock::threads
