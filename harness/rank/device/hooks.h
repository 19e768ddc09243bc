// What the probe learns of this process's use of CUDA streams: by a library that LD_PRELOAD puts
// in front of CUDA's runtime and of NCCL (interpose.cc). On GPUs a program does not wait in
// Work::wait, which only orders streams, but in calls such as cudaStreamSynchronize.
#pragma once

#include <cstdint>

namespace gridlock::device {

// Streams, events and devices by their handles. CUDA's default streams, which each device has under
// the same handle, come as another one for each device.
using Handle = const void*;

// Called in the thread that makes the call, which may be any; must not throw.
struct Hooks {
  void (*recorded)(Handle event,
                   Handle stream);  // the event stands for all put on the stream so far
  void (*ordered)(Handle stream,
                  Handle event);              // what comes next on the stream waits for the event
  void (*forgotten)(Handle stream_or_event);  // destroyed: the handle may come again
  void (*put)(Handle stream, Handle device);  // a call of NCCL goes to the stream of the device
  // A function of the program was put on a stream, to be run in a thread of the driver; and it ran.
  void (*function_put)();
  void (*function_ran)();
  // Calls call(context), in which the thread waits for what the stream, the event or the device has
  // before it, and returns its result.
  int (*wait)(Handle handle, int (*call)(void*), void* context);
};

// The same of its use of CUDA graphs, under the same conditions.
struct GraphHooks {
  // The capture with this number has ended: in this graph, or in null.
  void (*captured)(std::uint64_t capture, Handle graph);
  void (*instantiated)(Handle executable, Handle graph);
  void (*forgotten)(Handle graph_or_executable);  // destroyed: the handle may come again
  // Calls call(context), which puts what the executable graph holds on the stream of the device,
  // and returns its result.
  int (*launch)(Handle executable, Handle stream, Handle device, int (*call)(void*), void* context);
};

// What the library has for the probe, which finds it with dlsym: nothing without LD_PRELOAD.
struct Library {
  void (*set_hooks)(const Hooks*);
  void (*set_graph_hooks)(const GraphHooks*);
  // What is put on the stream goes into a graph, and does not run now.
  bool (*capturing)(Handle stream);
  // The number of the capture that it goes into; 0 = it runs. Costs one load while no thread
  // captures.
  std::uint64_t (*capture_of)(Handle stream);
  // Marks how far the stream has been filled; nothing while it is captured. To be released.
  void* (*mark)(Handle stream);
  bool (*reached)(void* mark);  // also when the device has failed
  void (*release)(void* mark);
  // For a thread of the probe's own, to which CUDA would give the first device, and a context on
  // it.
  void (*use)(Handle device);
  // While any thread captures a stream, CUDA forbids all others what might belong to that, and
  // invalidates the capture of a thread that asks all the same, but not in this mode. Takes the
  // mode that the thread is to have, and gives the one that it had.
  int (*exchange_capture_mode)(int mode);
  int relaxed;
};
inline constexpr char kLibrary[] = "gridlock_device_library";

}  // namespace gridlock::device
