// Hooks that report this process's use of CUDA streams to the probe. A library that LD_PRELOAD puts
// in front of CUDA's runtime and of NCCL (interpose.cc) calls them. On GPUs a program does not wait
// in Work::wait, which only orders streams, but in calls such as cudaStreamSynchronize.
#pragma once

#include <cstdint>

namespace gridlock::device {

// Streams, events and devices by their handles. CUDA's default streams have the same handle on
// every device; each of them gets a separate handle per device here.
using Handle = const void*;

// The hooks run in the thread that makes the CUDA call, which may be any thread, and must not
// throw.
struct Hooks {
  void (*recorded)(Handle event,
                   Handle stream);  // the event covers all work put on the stream so far
  void (*ordered)(Handle stream,
                  Handle event);              // later work on the stream waits for the event
  void (*forgotten)(Handle stream_or_event);  // destroyed: the handle may be reused
  void (*put)(Handle stream, Handle device);  // an NCCL call goes to the stream of the device
  // A host function of the program was put on a stream, to run in a thread of the driver; it has
  // run.
  void (*function_put)();
  void (*function_ran)();
  // Calls call(context), in which the thread waits for all earlier work of the stream, the event or
  // the device, and returns its result.
  int (*wait)(Handle handle, int (*call)(void*), void* context);
};

// Hooks that report this process's use of CUDA graphs, under the same conditions as Hooks.
struct GraphHooks {
  // The capture with this number has ended. `graph` is the result, or null if the capture failed.
  void (*captured)(std::uint64_t capture, Handle graph);
  void (*instantiated)(Handle executable, Handle graph);
  void (*forgotten)(Handle graph_or_executable);  // destroyed: the handle may be reused
  // Calls call(context), which puts the contents of the executable graph on the stream of the
  // device, and returns its result.
  int (*launch)(Handle executable, Handle stream, Handle device, int (*call)(void*), void* context);
};

// The interface of the library for the probe, which finds it with dlsym: absent without LD_PRELOAD.
struct Library {
  void (*set_hooks)(const Hooks*);
  void (*set_graph_hooks)(const GraphHooks*);
  // True while work put on the stream goes into a graph and does not run now.
  bool (*capturing)(Handle stream);
  // The number of the capture that work put on the stream goes into; 0 = the work runs. Costs one
  // load while no thread captures.
  std::uint64_t (*capture_of)(Handle stream);
  // Marks the current end of the stream; null while the stream is captured. The caller releases the
  // mark.
  void* (*mark)(Handle stream);
  bool (*reached)(void* mark);  // also true when the device has failed
  void (*release)(void* mark);
  // Selects the device of this thread. A thread of the probe's own calls this: CUDA would otherwise
  // give it the first device, and create a context there.
  void (*use)(Handle device);
  // While any thread captures a stream, CUDA forbids all other threads calls that could belong to
  // the capture, and such a call invalidates the capture, except from a thread in the relaxed mode.
  // Sets this thread's mode and returns the previous one.
  int (*exchange_capture_mode)(int mode);
  int relaxed;
};
inline constexpr char kLibrary[] = "gridlock_device_library";

}  // namespace gridlock::device
