// Hooks that report this process's use of CUDA streams to the probe. The hooks are called by a
// library that LD_PRELOAD puts in front of CUDA's runtime and of NCCL (interpose.cc). The probe
// needs them because a program on GPUs does not wait in Work::wait, which only orders streams. It
// waits in calls such as cudaStreamSynchronize.
#pragma once

#include <cstdint>

namespace gridlock::device {

// The handle of a stream, an event or a device. CUDA's default streams have one handle for all
// devices; here each default stream has a separate handle on each device.
using Handle = const void*;

// Each hook runs in the thread that makes the CUDA call, which may be any thread. A hook must not
// throw.
struct Hooks {
  void (*recorded)(Handle event,
                   Handle stream);  // the event covers all work put on the stream so far
  void (*ordered)(Handle stream,
                  Handle event);              // later work on the stream waits for the event
  void (*forgotten)(Handle stream_or_event);  // destroyed: CUDA may reuse the handle
  void (*put)(Handle stream, Handle device);  // an NCCL call goes to the stream of the device
  // A host function of the program was put on a stream, and has now run in a thread of the driver.
  void (*function_put)();
  void (*function_ran)();
  // Calls call(context) and returns its result. In that call, the thread waits for all earlier work
  // of the stream, the event or the device.
  int (*wait)(Handle handle, int (*call)(void*), void* context);
};

// Hooks that report this process's use of CUDA graphs. The conditions of Hooks apply.
struct GraphHooks {
  // The capture with this number has ended. `graph` is the captured graph, or null if the capture
  // failed.
  void (*captured)(std::uint64_t capture, Handle graph);
  void (*instantiated)(Handle executable, Handle graph);
  void (*forgotten)(Handle graph_or_executable);  // destroyed: CUDA may reuse the handle
  // Calls call(context), which launches the executable graph on the stream of the device, and
  // returns the result of the call.
  int (*launch)(Handle executable, Handle stream, Handle device, int (*call)(void*), void* context);
};

// The interface of the library for the probe, which finds the interface with dlsym. The interface
// is absent without LD_PRELOAD.
struct Library {
  void (*set_hooks)(const Hooks*);
  void (*set_graph_hooks)(const GraphHooks*);
  // Returns true while work put on the stream is captured into a graph instead of running.
  bool (*capturing)(Handle stream);
  // Returns the number of the capture that records work put on the stream. 0 means that the work
  // runs. Costs one load while no thread captures.
  std::uint64_t (*capture_of)(Handle stream);
  // Marks the current end of the stream. Returns null while the stream is captured. The caller must
  // release the mark.
  void* (*mark)(Handle stream);
  bool (*reached)(void* mark);  // also true if the device has failed
  void (*release)(void* mark);
  // Selects the device of this thread. Threads that the probe creates call this function, because
  // CUDA would otherwise select the first device for them and create a context there.
  void (*use)(Handle device);
  // Sets this thread's capture mode and returns the previous mode. The mode matters while any
  // thread captures a stream: CUDA then forbids all other threads the calls that could belong to
  // the capture, and a forbidden call invalidates the capture. Threads in the relaxed mode are
  // exempt.
  int (*exchange_capture_mode)(int mode);
  int relaxed;
};
inline constexpr char kLibrary[] = "gridlock_device_library";

}  // namespace gridlock::device
