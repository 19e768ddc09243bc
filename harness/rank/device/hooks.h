// Hooks that report to the probe how this process uses CUDA streams. The library of interpose.cc,
// which LD_PRELOAD puts before CUDA's runtime and NCCL, calls them. The probe needs them because a
// program on GPUs does not block in Work::wait: it only orders streams. The program blocks in calls
// such as cudaStreamSynchronize.
#pragma once

#include <atomic>
#include <cstdint>

namespace gridlock::device {

// Handle of a stream, an event or a device. CUDA uses the same handle for the default streams of
// all devices. Here, each device's default stream has its own handle.
using Handle = const void*;

// The event that ends a call into CUDA's driver that does not return at once.
enum class Until : std::uint32_t {
  kRoom,    // the stream takes further work; its queue is full, or its device has memory to copy
  kGraph,   // the stream takes a graph, for whose work the queue may have too little room
  kStream,  // all work of the stream is over
  kEvent,   // all work before the event is over
  kDevice,  // all work of the device is over
  kLoaded,  // code is loaded, which may take time, or wait until all work of the device is over
};

// Returns whether a call with this end puts work on a stream.
constexpr bool takes_work(Until until) {
  return until == Until::kRoom || until == Until::kGraph;
}

// Whether a stream has passed a mark.
enum class Passed { kNo, kYes, kFailed };  // kFailed: the device has failed, and runs no more work

// The calls of one thread into CUDA's driver. The thread writes it at each call; the probe reads
// it.
struct DriverCalls {
  using Count = std::atomic<std::uint64_t>;
  std::uint64_t count = 0;                      // 2 × calls returned, + 1 during a call
  std::atomic<Count*> shared = nullptr;         // the same number, in the ring
  std::atomic<Until> until = Until::kRoom;      // of the current call
  std::atomic<Handle> handle = nullptr;         // stream, event or device, as `until` says
  std::atomic<const void*> function = nullptr;  // the last kernel or graph to launch
  std::atomic<std::uint64_t> awaited = 0;       // what Hooks::awaited_now() returned
};

// Functions that the library calls in any thread that makes a CUDA call. They must not throw.
struct Hooks {
  void (*recorded)(Handle event,
                   Handle stream);  // the event covers all work put on the stream so far
  // Calls call(context), after which later work on the stream of the device waits for the event.
  // Returns its result.
  int (*ordered)(Handle stream, Handle device, Handle event, int (*call)(void*), void* context);
  void (*forgotten)(Handle stream_or_event);  // destroyed: CUDA may reuse the handle
  // Calls call(context), which puts a call of NCCL on the stream of the device. Returns its result.
  int (*put)(Handle stream, Handle device, int (*call)(void*), void* context);
  // function_put() is called when the program puts a host function on a stream. function_ran() is
  // called when a thread of the driver has run the function.
  void (*function_put)();
  void (*function_ran)();
  // Calls call(context) and returns its result. During the call, the thread waits for all earlier
  // work of the stream, the event or the device.
  int (*wait)(Handle handle, int (*call)(void*), void* context);
  // Returns the object in which this thread counts its calls into the driver, for as long as the
  // thread lives. Returns null if nobody reads it.
  DriverCalls* (*driver_calls)();
  // Returns a number for the call of a process group that a call of the driver waits for, which
  // begins now and waits for the stream, event or device. Returns 0 if there is none.
  std::uint64_t (*awaited_now)(Handle handle);
};

// Hooks that report to the probe how this process uses CUDA graphs. They are called in any thread,
// and must not throw.
struct GraphHooks {
  // Called when the capture with the number `capture` has ended. `graph` is the captured graph, or
  // null if the capture failed.
  void (*captured)(std::uint64_t capture, Handle graph);
  void (*instantiated)(Handle executable, Handle graph);
  void (*forgotten)(Handle graph_or_executable);  // destroyed: CUDA may reuse the handle
  // Calls call(context), which launches the executable graph on the stream of the device, and
  // returns its result.
  int (*launch)(Handle executable, Handle stream, Handle device, int (*call)(void*), void* context);
};

// The functions of the LD_PRELOAD library that the probe calls. The probe finds them with dlsym.
// They do not exist if the library was not preloaded.
struct Library {
  void (*set_hooks)(const Hooks*);
  void (*set_graph_hooks)(const GraphHooks*);
  // Returns whether a graph captures work that is put on the stream, so that the work does not run.
  bool (*capturing)(Handle stream);
  // Returns the number of the capture in progress on the stream, or 0 if work put on it runs.
  // Costs one memory load while no thread captures.
  std::uint64_t (*capture_of)(Handle stream);
  // Marks the current end of the stream. Returns null if the stream is being captured. The caller
  // must call release() for the mark.
  void* (*mark)(Handle stream);
  void* (*make_mark)();  // makes a mark without a place; null if CUDA makes none
  // Lets a mark of make_mark() mark the current end of the stream. Returns false if a stream is
  // being captured.
  bool (*put_mark)(void* mark, Handle stream);
  Passed (*passed)(void* mark);
  void (*release)(void* mark);
  // Selects the device for this thread, and clears its last error. The probe's own threads call it:
  // otherwise CUDA would select the first device for them and create a context there.
  void (*use)(Handle device);
  // Selects the device for this thread, and returns the one that was selected before.
  Handle (*exchange_device)(Handle device);
  // Sets the capture mode of this thread, and returns the previous one. While any thread captures a
  // stream, CUDA forbids other threads calls that could belong to the capture; such a call
  // invalidates the capture. Threads in the relaxed mode may make such calls.
  int (*exchange_capture_mode)(int mode);
  int relaxed;
  // Returns whether a launch of the kernel or graph has returned before, so that the driver need
  // not load it.
  bool (*launched)(const void* function);
};
inline constexpr char kLibrary[] = "gridlock_device_library";

}  // namespace gridlock::device
