// Hooks that tell the probe how this process uses CUDA streams. A library that LD_PRELOAD puts in
// front of CUDA's runtime and of NCCL (interpose.cc) calls them. The probe needs them because a
// program on GPUs does not wait in Work::wait, which only orders streams. It waits in calls such as
// cudaStreamSynchronize.
#pragma once

#include <cstdint>

namespace gridlock::device {

// Handle of a stream, an event or a device. CUDA has one handle for the default streams of all
// devices. Here, the default stream of each device has a handle of its own.
using Handle = const void*;

// Functions that the library calls in the thread that makes the CUDA call, which may be any thread.
// They must not throw.
struct Hooks {
  void (*recorded)(Handle event,
                   Handle stream);  // the event covers all work put on the stream so far
  void (*ordered)(Handle stream,
                  Handle event);              // later work on the stream waits for the event
  void (*forgotten)(Handle stream_or_event);  // destroyed: CUDA may reuse the handle
  void (*put)(Handle stream, Handle device);  // an NCCL call goes to the stream of the device
  // Called when a host function of the program is put on a stream, and when a thread of the driver
  // has run it.
  void (*function_put)();
  void (*function_ran)();
  // Calls call(context) and returns its result. Meanwhile, the thread waits for all earlier work of
  // the stream, the event or the device.
  int (*wait)(Handle handle, int (*call)(void*), void* context);
};

// Hooks that tell the probe how this process uses CUDA graphs. The conditions of Hooks apply.
struct GraphHooks {
  // Called when the capture with this number has ended. `graph` is the captured graph, or null if
  // the capture failed.
  void (*captured)(std::uint64_t capture, Handle graph);
  void (*instantiated)(Handle executable, Handle graph);
  void (*forgotten)(Handle graph_or_executable);  // destroyed: CUDA may reuse the handle
  // Calls call(context), which launches the executable graph on the stream of the device. Returns
  // the result of the call.
  int (*launch)(Handle executable, Handle stream, Handle device, int (*call)(void*), void* context);
};

// The interface of the library for the probe, which finds it with dlsym. Without LD_PRELOAD, there
// is none.
struct Library {
  void (*set_hooks)(const Hooks*);
  void (*set_graph_hooks)(const GraphHooks*);
  // Returns whether work that is put on the stream is captured into a graph instead of running.
  bool (*capturing)(Handle stream);
  // Returns the number of the capture that records work put on the stream. Returns 0 if the work
  // runs. Costs one load while no thread captures.
  std::uint64_t (*capture_of)(Handle stream);
  // Marks the current end of the stream. Returns null if the stream is being captured. The caller
  // must release the mark.
  void* (*mark)(Handle stream);
  bool (*reached)(void* mark);  // also true if the device has failed
  void (*release)(void* mark);
  // Selects the device of this thread. The probe's own threads call it, because CUDA would
  // otherwise select the first device for them and create a context there.
  void (*use)(Handle device);
  // Sets the capture mode of this thread, and returns the previous one. While any thread captures a
  // stream, CUDA forbids all other threads the calls that could belong to the capture, and such a
  // call invalidates the capture. Threads in the relaxed mode are exempt.
  int (*exchange_capture_mode)(int mode);
  int relaxed;
};
inline constexpr char kLibrary[] = "gridlock_device_library";

}  // namespace gridlock::device
