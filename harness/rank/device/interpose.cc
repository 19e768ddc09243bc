// The library lib/gridlock_device.so. It replaces the functions of CUDA's runtime and of NCCL that
// order streams, wait for them, or capture them into graphs. A replacement calls the real function
// and the probe's hooks, if there are any. The library includes no headers of CUDA or NCCL: handles
// are pointers, and enumerations are ints.
#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "harness/rank/device/hooks.h"

namespace {

using gridlock::device::GraphHooks;
using gridlock::device::Handle;
using gridlock::device::Hooks;

using Stream = void*;
using Event = void*;
using Communicator = void*;

constexpr int kUnknownError = 999;  // cudaErrorUnknown
constexpr int kDeviceToHost = 2;    // cudaMemcpyDeviceToHost
constexpr int kNotReady = 600;      // cudaErrorNotReady
constexpr int kCapturing = 1;       // cudaStreamCaptureStatusActive
constexpr int kRelaxed = 2;         // cudaStreamCaptureModeRelaxed
constexpr unsigned kNoTiming = 2;   // cudaEventDisableTiming
constexpr std::uintptr_t kDefaultStreams = 3;
constexpr std::uintptr_t kWholeDevice = 3;
constexpr std::uintptr_t kDefaultHandles = 1 << 12;

std::atomic<const Hooks*> hooks = nullptr;
std::atomic<const GraphHooks*> graph_hooks = nullptr;
std::atomic<int> captures = 0;  // captures in progress

struct Search {
  const char* name;
  void* found;
};

// Looks for a symbol in torch's libraries. RTLD_NEXT does not find symbols of a library that torch
// opens without RTLD_GLOBAL.
int look_into(dl_phdr_info* object, std::size_t, void* search_pointer) {
  auto* search = static_cast<Search*>(search_pointer);
  const char* slash = std::strrchr(object->dlpi_name, '/');
  const char* file = slash != nullptr ? slash + 1 : object->dlpi_name;
  if (std::strncmp(file, "libcudart", 9) != 0 && std::strncmp(file, "libnccl", 7) != 0) return 0;
  void* library = dlopen(object->dlpi_name, RTLD_NOLOAD | RTLD_LAZY);
  if (library == nullptr) return 0;
  search->found = dlsym(library, search->name);
  dlclose(library);
  return search->found != nullptr ? 1 : 0;
}

void* find(const char* name) {
  if (void* next = dlsym(RTLD_NEXT, name)) return next;
  Search search{name, nullptr};
  dl_iterate_phdr(look_into, &search);
  return search.found;
}

template <typename... Arguments>
int call_real(std::atomic<void*>& known, const char* name, Arguments... arguments) {
  if (known == nullptr) known = find(name);
  if (known == nullptr) return kUnknownError;
  return reinterpret_cast<int (*)(Arguments...)>(known.load())(arguments...);
}

#define REAL(name, ...)                          \
  [&] {                                          \
    static std::atomic<void*> known = nullptr;   \
    return call_real(known, #name, __VA_ARGS__); \
  }

Handle handle_on_this_device(std::uintptr_t value) {
  int device = 0;
  REAL(cudaGetDevice, &device)();
  return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(device + 1) * 4 + value);
}

Handle handle_of(Stream stream) {
  const auto value = reinterpret_cast<std::uintptr_t>(stream);
  return value >= kDefaultStreams ? stream : handle_on_this_device(value);
}

template <typename Call>
int wait(Handle handle, Call call) {
  const Hooks* active = hooks;
  if (active == nullptr) return call();
  return active->wait(
      handle, [](void* real) { return (*static_cast<Call*>(real))(); }, &call);
}

template <typename Call>
int put(Stream stream, Call call) {
  if (const Hooks* active = hooks)
    active->put(handle_of(stream), handle_on_this_device(kWholeDevice));
  return call();
}

template <typename Call>
int record(Event event, Stream stream, Call call) {
  const int result = call();
  if (const Hooks* active = hooks; active != nullptr && result == 0) {
    active->recorded(event, handle_of(stream));
  }
  return result;
}

// Returns CUDA's stream for a handle: the inverse of handle_of().
Stream stream_of(Handle handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  return reinterpret_cast<Stream>(value < kDefaultHandles ? value % 4 : value);
}

bool capturing(Handle handle) {
  int status = 0;
  return REAL(cudaStreamIsCapturing, stream_of(handle), &status)() != 0 || status != 0;
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

void use(Handle device) {
  REAL(cudaSetDevice, static_cast<int>(reinterpret_cast<std::uintptr_t>(device) / 4) - 1)();
}

int exchange_capture_mode(int mode) {
  REAL(cudaThreadExchangeStreamCaptureMode, &mode)();
  return mode;
}

void* mark(Handle handle) {
  const Stream stream = stream_of(handle);
  if (capturing(handle)) return nullptr;
  Event event = nullptr;
  if (REAL(cudaEventCreateWithFlags, &event, kNoTiming)() != 0) return nullptr;
  if (REAL(cudaEventRecord, event, stream)() == 0) return event;
  REAL(cudaEventDestroy, event)();
  return nullptr;
}

bool reached(void* event) {
  return REAL(cudaEventQuery, event)() != kNotReady;
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

#define EXPORTED extern "C" __attribute__((visibility("default")))

extern "C" {
__attribute__((
    visibility("default"))) extern const gridlock::device::Library gridlock_device_library;
const gridlock::device::Library gridlock_device_library = {
    set_hooks, set_graph_hooks,       capturing, capture_of, mark, reached, release,
    use,       exchange_capture_mode, kRelaxed};
}

EXPORTED int cudaStreamSynchronize(Stream stream) {
  return wait(handle_of(stream), REAL(cudaStreamSynchronize, stream));
}
EXPORTED int cudaEventSynchronize(Event event) {
  return wait(event, REAL(cudaEventSynchronize, event));
}
EXPORTED int cudaDeviceSynchronize() {
  static std::atomic<void*> known = nullptr;
  return wait(handle_on_this_device(kWholeDevice),
              [] { return call_real(known, "cudaDeviceSynchronize"); });
}

// A copy to the host waits for the stream if the copy is synchronous or if the host's memory is not
// pinned.
EXPORTED int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind,
                             Stream stream) {
  const auto copy = REAL(cudaMemcpyAsync, to, from, bytes, kind, stream);
  if (kind != kDeviceToHost) return copy();
  return wait(handle_of(stream), copy);
}
EXPORTED int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  const auto copy = REAL(cudaMemcpy, to, from, bytes, kind);
  if (kind != kDeviceToHost) return copy();
  return wait(handle_of(nullptr), copy);
}

// A graph may run a captured host function any number of times, so the function stays pending
// forever.
EXPORTED int cudaLaunchHostFunc(Stream stream, void (*run)(void*), void* argument) {
  if (capture_of(handle_of(stream)) != 0) {
    if (const Hooks* active = hooks) active->function_put();
    return REAL(cudaLaunchHostFunc, stream, run, argument)();
  }
  return put_function(Function{run, argument}, [stream](void* kept) {
    return REAL(cudaLaunchHostFunc, stream, run_and_tell, kept)();
  });
}
EXPORTED int cudaStreamAddCallback(Stream stream, void (*run)(Stream, int, void*), void* argument,
                                   unsigned flags) {
  return put_function(Callback{run, argument}, [stream, flags](void* kept) {
    return REAL(cudaStreamAddCallback, stream, call_back_and_tell, kept, flags)();
  });
}

EXPORTED int cudaEventRecord(Event event, Stream stream) {
  return record(event, stream, REAL(cudaEventRecord, event, stream));
}
EXPORTED int cudaEventRecordWithFlags(Event event, Stream stream, unsigned flags) {
  return record(event, stream, REAL(cudaEventRecordWithFlags, event, stream, flags));
}
EXPORTED int cudaStreamWaitEvent(Stream stream, Event event, unsigned flags) {
  const int result = REAL(cudaStreamWaitEvent, stream, event, flags)();
  if (const Hooks* active = hooks; active != nullptr && result == 0) {
    active->ordered(handle_of(stream), event);
  }
  return result;
}
EXPORTED int cudaEventDestroy(Event event) {
  return forget(event, REAL(cudaEventDestroy, event));
}
EXPORTED int cudaStreamDestroy(Stream stream) {
  return forget(stream, REAL(cudaStreamDestroy, stream));
}

EXPORTED int cudaStreamBeginCapture(Stream stream, int mode) {
  return begin_capture(REAL(cudaStreamBeginCapture, stream, mode));
}
EXPORTED int cudaStreamEndCapture(Stream stream, void** graph) {
  return end_capture(stream, graph, REAL(cudaStreamEndCapture, stream, graph));
}
// CUDA 11 and 12 have different third arguments, and CUDA 11 has two more. All are passed on as
// machine words.
EXPORTED int cudaGraphInstantiate(void** executable, void* graph, void* a, void* b, void* c) {
  return instantiate(executable, graph, REAL(cudaGraphInstantiate, executable, graph, a, b, c));
}
EXPORTED int cudaGraphInstantiateWithFlags(void** executable, void* graph,
                                           unsigned long long flags) {
  return instantiate(executable, graph,
                     REAL(cudaGraphInstantiateWithFlags, executable, graph, flags));
}
EXPORTED int cudaGraphInstantiateWithParams(void** executable, void* graph, void* parameters) {
  return instantiate(executable, graph,
                     REAL(cudaGraphInstantiateWithParams, executable, graph, parameters));
}
EXPORTED int cudaGraphLaunch(void* executable, Stream stream) {
  return launch(executable, stream, REAL(cudaGraphLaunch, executable, stream));
}
EXPORTED int cudaGraphDestroy(void* graph) {
  return forget_graph(graph, REAL(cudaGraphDestroy, graph));
}
EXPORTED int cudaGraphExecDestroy(void* executable) {
  return forget_graph(executable, REAL(cudaGraphExecDestroy, executable));
}

EXPORTED int ncclAllReduce(const void* from, void* to, std::size_t count, int dtype, int op,
                           Communicator comm, Stream stream) {
  return put(stream, REAL(ncclAllReduce, from, to, count, dtype, op, comm, stream));
}
EXPORTED int ncclBroadcast(const void* from, void* to, std::size_t count, int dtype, int root,
                           Communicator comm, Stream stream) {
  return put(stream, REAL(ncclBroadcast, from, to, count, dtype, root, comm, stream));
}
EXPORTED int ncclBcast(void* data, std::size_t count, int dtype, int root, Communicator comm,
                       Stream stream) {
  return put(stream, REAL(ncclBcast, data, count, dtype, root, comm, stream));
}
EXPORTED int ncclReduce(const void* from, void* to, std::size_t count, int dtype, int op, int root,
                        Communicator comm, Stream stream) {
  return put(stream, REAL(ncclReduce, from, to, count, dtype, op, root, comm, stream));
}
EXPORTED int ncclAllGather(const void* from, void* to, std::size_t count, int dtype,
                           Communicator comm, Stream stream) {
  return put(stream, REAL(ncclAllGather, from, to, count, dtype, comm, stream));
}
EXPORTED int ncclReduceScatter(const void* from, void* to, std::size_t count, int dtype, int op,
                               Communicator comm, Stream stream) {
  return put(stream, REAL(ncclReduceScatter, from, to, count, dtype, op, comm, stream));
}
EXPORTED int ncclSend(const void* from, std::size_t count, int dtype, int peer, Communicator comm,
                      Stream stream) {
  return put(stream, REAL(ncclSend, from, count, dtype, peer, comm, stream));
}
EXPORTED int ncclRecv(void* to, std::size_t count, int dtype, int peer, Communicator comm,
                      Stream stream) {
  return put(stream, REAL(ncclRecv, to, count, dtype, peer, comm, stream));
}
