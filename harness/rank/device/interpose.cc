// The library lib/gridlock_device.so. It replaces the functions of CUDA's runtime that order
// streams, wait for them, or capture them into graphs. A replacement calls the real function and
// the probe's hooks, if there are any. The library includes no headers of CUDA or NCCL: handles are
// pointers, and enumerations are ints.
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "harness/rank/device/driver.h"
#include "harness/rank/device/exported.h"
#include "harness/rank/device/hooks.h"
#include "harness/rank/device/real.h"

namespace gridlock::device {
namespace {

constexpr int kDeviceToHost = 2;          // cudaMemcpyDeviceToHost
constexpr int kNotReady = 600;            // cudaErrorNotReady
constexpr int kCapturing = 1;             // cudaStreamCaptureStatusActive
constexpr int kRelaxed = 2;               // cudaStreamCaptureModeRelaxed
constexpr unsigned kNoTiming = 2;         // cudaEventDisableTiming
constexpr std::uintptr_t kPerThread = 2;  // cudaStreamPerThread
constexpr std::uintptr_t kDefaultStreams = 3;
constexpr std::uintptr_t kWholeDevice = 3;
constexpr std::uintptr_t kDefaultHandles = 1 << 12;

std::atomic<const Hooks*> hooks = nullptr;
std::atomic<const GraphHooks*> graph_hooks = nullptr;
std::atomic<int> captures = 0;  // captures in progress

Handle handle_on(int device, std::uintptr_t value) {
  return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(device + 1) * 4 + value);
}

// Before CUDA has made a context, only its runtime knows the device.
Handle handle_on_this_device(std::uintptr_t value) {
  int device = device_of_context();
  if (device < 0) REAL(cudaGetDevice, &device)();
  return handle_on(device, value);
}

// Returns the handle of a stream in a program in which stream 0 is the thread's default stream.
Handle handle_of_thread(Stream stream) {
  return stream == nullptr ? handle_on_this_device(kPerThread) : handle_of(stream);
}

template <typename Call>
int wait(Handle handle, Call call) {
  const Hooks* active = hooks;
  if (active == nullptr) return call();
  return active->wait(
      handle, [](void* real) { return (*static_cast<Call*>(real))(); }, &call);
}

template <typename Call>
int order(Handle stream, Event event, Call call) {
  const Hooks* active = hooks;
  if (active == nullptr) return call();
  return active->ordered(
      stream, this_device(), event, [](void* real) { return (*static_cast<Call*>(real))(); },
      &call);
}

template <typename Call>
int record(Event event, Handle stream, Call call) {
  const int result = call();
  if (const Hooks* active = hooks; active != nullptr && result == 0) {
    active->recorded(event, stream);
  }
  return result;
}

// Returns CUDA's stream for a handle: the inverse of handle_of().
Stream stream_of(Handle handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  return reinterpret_cast<Stream>(value < kDefaultHandles ? value % 4 : value);
}

// Clears the error of a call that the program did not make.
void clear_error() {
  static std::atomic<void*> known = nullptr;
  call_real(known, "cudaGetLastError");
}

template <typename Call>
bool succeeds(Call call) {
  if (call() == 0) return true;
  clear_error();
  return false;
}

bool capturing(Handle handle) {
  int status = 0;
  return !succeeds(REAL(cudaStreamIsCapturing, stream_of(handle), &status)) || status != 0;
}

// Returns the number of the stream's capture. CUDA 11 and 12 read only the first three arguments of
// cudaStreamGetCaptureInfo. CUDA 13 reads all of them, and accepts null for results that the caller
// does not need.
std::uint64_t capture_of(Handle handle) {
  if (captures.load(std::memory_order_relaxed) == 0) return 0;
  int status = 0;
  unsigned long long number = 0;
  void* const unwanted = nullptr;
  const auto ask = REAL(cudaStreamGetCaptureInfo, stream_of(handle), &status, &number, unwanted,
                        unwanted, unwanted, unwanted);
  return ask() == 0 && status == kCapturing ? number : 0;
}

int number_of(Handle device) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(device) / 4) - 1;
}

void use(Handle device) {
  REAL(cudaSetDevice, number_of(device))();
  clear_error();
}

Handle exchange_device(Handle device) {
  const Handle before = handle_on_this_device(kWholeDevice);
  if (before != device) succeeds(REAL(cudaSetDevice, number_of(device)));
  return before;
}

int exchange_capture_mode(int mode) {
  REAL(cudaThreadExchangeStreamCaptureMode, &mode)();
  return mode;
}

void* make_mark() {
  Event event = nullptr;
  return succeeds(REAL(cudaEventCreateWithFlags, &event, kNoTiming)) ? event : nullptr;
}

void* mark(Handle handle) {
  if (capturing(handle)) return nullptr;
  const Event event = make_mark();
  if (event == nullptr) return nullptr;
  if (succeeds(REAL(cudaEventRecord, event, stream_of(handle)))) return event;
  REAL(cudaEventDestroy, event)();
  return nullptr;
}

// Marks no stream while any is captured, because work on one of CUDA's default streams would
// invalidate the capture.
bool put_mark(void* event, Handle handle) {
  if (captures.load(std::memory_order_relaxed) != 0 || capturing(handle)) return false;
  return succeeds(REAL(cudaEventRecord, event, stream_of(handle)));
}

// CUDA keeps the error "not ready" for the thread, whose own error must not be lost.
Passed passed(void* event) {
  static std::atomic<void*> peek = nullptr;
  if (call_real(peek, "cudaPeekAtLastError") != 0) return Passed::kNo;
  const int result = REAL(cudaEventQuery, event)();
  if (result == 0) return Passed::kYes;
  clear_error();
  return result == kNotReady ? Passed::kNo : Passed::kFailed;
}

void release(void* event) {
  REAL(cudaEventDestroy, event)();
}

void set_hooks(const Hooks* active) {
  hooks = active;
}

void set_graph_hooks(const GraphHooks* active) {
  graph_hooks = active;
}

template <typename Call>
int forget(Handle handle, Call call) {
  if (const Hooks* active = hooks) active->forgotten(handle);
  return call();
}

template <typename Call>
int forget_graph(Handle handle, Call call) {
  if (const GraphHooks* active = graph_hooks) active->forgotten(handle);
  return call();
}

// A host function of the program and its argument. Both are kept until the function has run.
struct Function {
  void (*run)(void*);
  void* argument;
};

void tell_function_ran() {
  if (const Hooks* active = hooks) active->function_ran();
}

void run_and_tell(void* function_pointer) {
  const auto* function = static_cast<Function*>(function_pointer);
  function->run(function->argument);
  delete function;
  tell_function_ran();
}

struct Callback {
  void (*run)(Stream, int, void*);
  void* argument;
};

void call_back_and_tell(Stream stream, int status, void* callback_pointer) {
  const auto* callback = static_cast<Callback*>(callback_pointer);
  callback->run(stream, status, callback->argument);
  delete callback;
  tell_function_ran();
}

template <typename Wrapped, typename Call>
int put_function(Wrapped wrapped, Call call) {
  auto* kept = new Wrapped(wrapped);
  const Hooks* active = hooks;
  if (active != nullptr) active->function_put();
  const int result = call(kept);
  if (result == 0) return 0;
  if (active != nullptr) active->function_ran();
  delete kept;
  return result;
}

template <typename Call>
int begin_capture(Call call) {
  const int result = call();
  if (result == 0) captures.fetch_add(1);
  return result;
}

template <typename Call>
int end_capture(Stream stream, void** graph, Call call) {
  const std::uint64_t number = capture_of(handle_of(stream));  // also 0 if the capture is invalid
  if (capturing(handle_of(stream))) captures.fetch_sub(1);
  const int result = call();
  const GraphHooks* active = graph_hooks;
  if (active != nullptr && number != 0) active->captured(number, result == 0 ? *graph : nullptr);
  return result;
}

template <typename Call>
int instantiate(void** executable, void* graph, Call call) {
  const int result = call();
  const GraphHooks* active = graph_hooks;
  if (active != nullptr && result == 0) active->instantiated(*executable, graph);
  return result;
}

template <typename Call>
int launch(void* executable, Stream stream, Call call) {
  const GraphHooks* active = graph_hooks;
  if (active == nullptr) return call();
  return active->launch(
      executable, handle_of(stream), handle_on_this_device(kWholeDevice),
      [](void* real) { return (*static_cast<Call*>(real))(); }, &call);
}

}  // namespace

const Hooks* active_hooks() {
  return hooks.load(std::memory_order_acquire);
}

Handle handle_of(Stream stream) {
  const auto value = reinterpret_cast<std::uintptr_t>(stream);
  return value >= kDefaultStreams ? stream : handle_on_this_device(value);
}

Handle handle_of_context(Stream stream) {
  const auto value = reinterpret_cast<std::uintptr_t>(stream);
  return value >= kDefaultStreams ? stream : handle_on(device_of_context(), value);
}

Handle this_device() {
  return handle_on_this_device(kWholeDevice);
}

Handle device_of_this_context() {
  return handle_on(device_of_context(), kWholeDevice);
}

extern "C" {
__attribute__((visibility("default"))) extern const Library gridlock_device_library;
const Library gridlock_device_library = {set_hooks,
                                         set_graph_hooks,
                                         capturing,
                                         capture_of,
                                         mark,
                                         make_mark,
                                         put_mark,
                                         passed,
                                         release,
                                         use,
                                         exchange_device,
                                         exchange_capture_mode,
                                         kRelaxed,
                                         launched};
}

int exported::cudaStreamSynchronize(Stream stream) {
  return wait(handle_of(stream), REAL(cudaStreamSynchronize, stream));
}
int exported::cudaEventSynchronize(Event event) {
  return wait(event, REAL(cudaEventSynchronize, event));
}
int exported::cudaDeviceSynchronize() {
  static std::atomic<void*> known = nullptr;
  return wait(handle_on_this_device(kWholeDevice),
              [] { return call_real(known, "cudaDeviceSynchronize"); });
}

// A copy to the host waits for the stream if the copy is synchronous or if the host's memory is not
// pinned.
int exported::cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind,
                              Stream stream) {
  const auto copy = REAL(cudaMemcpyAsync, to, from, bytes, kind, stream);
  if (kind != kDeviceToHost) return copy();
  return wait(handle_of(stream), copy);
}
int exported::cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  const auto copy = REAL(cudaMemcpy, to, from, bytes, kind);
  if (kind != kDeviceToHost) return copy();
  return wait(handle_of(nullptr), copy);
}

// A graph may run a captured host function any number of times, so the function stays pending
// forever.
int exported::cudaLaunchHostFunc(Stream stream, void (*run)(void*), void* argument) {
  if (capture_of(handle_of(stream)) != 0) {
    if (const Hooks* active = hooks) active->function_put();
    return REAL(cudaLaunchHostFunc, stream, run, argument)();
  }
  return put_function(Function{run, argument}, [stream](void* kept) {
    return REAL(cudaLaunchHostFunc, stream, run_and_tell, kept)();
  });
}
int exported::cudaStreamAddCallback(Stream stream, void (*run)(Stream, int, void*), void* argument,
                                    unsigned flags) {
  return put_function(Callback{run, argument}, [stream, flags](void* kept) {
    return REAL(cudaStreamAddCallback, stream, call_back_and_tell, kept, flags)();
  });
}

int exported::cudaEventRecord(Event event, Stream stream) {
  return record(event, handle_of(stream), REAL(cudaEventRecord, event, stream));
}
int exported::cudaEventRecordWithFlags(Event event, Stream stream, unsigned flags) {
  return record(event, handle_of(stream), REAL(cudaEventRecordWithFlags, event, stream, flags));
}
int exported::cudaStreamWaitEvent(Stream stream, Event event, unsigned flags) {
  return order(handle_of(stream), event, REAL(cudaStreamWaitEvent, stream, event, flags));
}
int exported::cudaStreamSynchronize_ptsz(Stream stream) {
  return wait(handle_of_thread(stream), REAL(cudaStreamSynchronize_ptsz, stream));
}
int exported::cudaEventRecord_ptsz(Event event, Stream stream) {
  return record(event, handle_of_thread(stream), REAL(cudaEventRecord_ptsz, event, stream));
}
int exported::cudaStreamWaitEvent_ptsz(Stream stream, Event event, unsigned flags) {
  return order(handle_of_thread(stream), event,
               REAL(cudaStreamWaitEvent_ptsz, stream, event, flags));
}
int exported::cudaEventDestroy(Event event) {
  return forget(event, REAL(cudaEventDestroy, event));
}
int exported::cudaStreamDestroy(Stream stream) {
  return forget(stream, REAL(cudaStreamDestroy, stream));
}

int exported::cudaStreamBeginCapture(Stream stream, int mode) {
  return begin_capture(REAL(cudaStreamBeginCapture, stream, mode));
}
int exported::cudaStreamBeginCaptureToGraph(Stream stream, void* graph, const void* dependencies,
                                            const void* data, std::size_t count, int mode) {
  return begin_capture(
      REAL(cudaStreamBeginCaptureToGraph, stream, graph, dependencies, data, count, mode));
}
int exported::cudaStreamEndCapture(Stream stream, void** graph) {
  return end_capture(stream, graph, REAL(cudaStreamEndCapture, stream, graph));
}
// All arguments are passed on as machine words.
int exported::cudaGraphInstantiate(void** executable, void* graph, void* a, void* b, void* c) {
  return instantiate(executable, graph, REAL(cudaGraphInstantiate, executable, graph, a, b, c));
}
int exported::cudaGraphInstantiateWithFlags(void** executable, void* graph,
                                            unsigned long long flags) {
  return instantiate(executable, graph,
                     REAL(cudaGraphInstantiateWithFlags, executable, graph, flags));
}
int exported::cudaGraphInstantiateWithParams(void** executable, void* graph, void* parameters) {
  return instantiate(executable, graph,
                     REAL(cudaGraphInstantiateWithParams, executable, graph, parameters));
}
int exported::cudaGraphLaunch(void* executable, Stream stream) {
  return launch(executable, stream, REAL(cudaGraphLaunch, executable, stream));
}
int exported::cudaGraphDestroy(void* graph) {
  return forget_graph(graph, REAL(cudaGraphDestroy, graph));
}
int exported::cudaGraphExecDestroy(void* executable) {
  forget_launched(executable);
  return forget_graph(executable, REAL(cudaGraphExecDestroy, executable));
}

}  // namespace gridlock::device
