#include "harness/rank/probe/testing/fake_device.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

namespace gridlock::probe::testing {

FakeDevice& fake_device() {
  static FakeDevice device;
  return device;
}

int& error_of_this_thread() {
  thread_local int error = 0;
  return error;
}

void FakeDevice::reset() {
  while_waiting = while_launching = nullptr;
  host_functions.clear();
  events_reached = capturing = was_invalidated = made_context = launch_fails = false;
  current = events_destroyed = marks = first_reached = 0;
  has_context = true;
  error_of_this_thread() = 0;
}

void FakeDevice::let_all_end() {
  events_reached = true;
  for (int before = -1; before != queries;) {
    before = queries;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace gridlock::probe::testing

using gridlock::probe::testing::error_of_this_thread;
using gridlock::probe::testing::fake_device;

namespace {

thread_local int capture_mode = 0;
thread_local bool has_device = false;
thread_local int selected = -1;  // by cudaSetDevice

// Events that the library has made. Tests also record events that are mere handles.
class Events {
 public:
  void* make() {
    const std::lock_guard lock(mutex_);
    void* const event = new char;
    numbers_[event] = 0;
    return event;
  }
  void forget(void* event) {
    const std::lock_guard lock(mutex_);
    if (numbers_.erase(event) > 0) delete static_cast<char*>(event);
  }
  void record(void* event, void* stream) {
    const std::lock_guard lock(mutex_);
    const auto found = numbers_.find(event);
    if (found == numbers_.end()) return;
    found->second = ++fake_device().marks;
    fake_device().last_marked = stream;
    fake_device().marked_on = selected;
  }
  int number(void* event) {
    const std::lock_guard lock(mutex_);
    return numbers_[event];
  }

 private:
  std::mutex mutex_;
  std::map<void*, int> numbers_;
};

Events& events() {
  static auto* const all = new Events;
  return *all;
}

int call_driver() {
  if (fake_device().while_launching) fake_device().while_launching();
  return 0;
}

int wait() {
  if (fake_device().while_waiting) fake_device().while_waiting();
  return 0;
}

}  // namespace

// Functions of CUDA and NCCL, with the signatures that interpose.cc uses.
extern "C" {
int cudaGetDevice(int* device) {
  ++fake_device().runtime_asked;
  *device = fake_device().current;
  return 0;
}
int cudaStreamSynchronize(void*) {
  return wait();
}
int cudaEventSynchronize(void*) {
  return wait();
}
int cudaDeviceSynchronize() {
  return wait();
}
int cudaMemcpyAsync(void*, const void*, std::size_t, int, void*) {
  return wait();
}
int cudaEventCreateWithFlags(void** event, unsigned) {
  *event = events().make();
  return 0;
}
int cudaEventDestroy(void* event) {
  events().forget(event);
  ++fake_device().events_destroyed;
  return 0;
}
int cudaEventRecord(void* event, void* stream) {
  events().record(event, stream);
  return 0;
}
int cudaPeekAtLastError() {
  return error_of_this_thread();
}
int cudaGetLastError() {
  return std::exchange(error_of_this_thread(), 0);
}
int cudaSetDevice(int device) {
  selected = device;
  has_device = true;
  return 0;
}
int cudaThreadExchangeStreamCaptureMode(int* mode) {
  std::swap(capture_mode, *mode);
  return 0;
}
int cudaEventQuery(void* event) {
  ++fake_device().queries;
  if (fake_device().capturing && capture_mode == 0) fake_device().was_invalidated = true;
  if (!has_device) fake_device().made_context = true;
  const bool reached = events().number(event) <= fake_device().first_reached;
  if (reached || fake_device().events_reached) return 0;
  constexpr int kNotReady = 600;
  return error_of_this_thread() = kNotReady;
}
int cudaStreamWaitEvent(void*, void*, unsigned) {
  return 0;
}
int cudaStreamIsCapturing(void*, int* capturing) {
  *capturing = fake_device().capturing ? 1 : 0;
  return 0;
}
int cudaLaunchHostFunc(void*, void (*run)(void*), void* argument) {
  fake_device().host_functions.emplace_back([run, argument] { run(argument); });
  return 0;
}
int cudaStreamAddCallback(void* stream, void (*run)(void*, int, void*), void* argument, unsigned) {
  fake_device().host_functions.emplace_back([=] { run(stream, 0, argument); });
  return 0;
}
int cudaStreamBeginCapture(void*, int) {
  fake_device().capturing = true;
  ++fake_device().captures;
  return 0;
}
int cudaStreamEndCapture(void*, void** graph) {
  fake_device().capturing = false;
  *graph = new char;
  return 0;
}
int cudaStreamGetCaptureInfo(void*, int* capturing, unsigned long long* number) {
  *capturing = fake_device().capturing ? 1 : 0;
  *number = static_cast<unsigned long long>(fake_device().captures);
  return 0;
}
int cudaGraphInstantiateWithFlags(void** executable, void*, unsigned long long) {
  *executable = new char;
  return 0;
}
int cudaGraphLaunch(void*, void*) {
  return fake_device().launch_fails ? 1 : 0;
}
int cudaGraphDestroy(void* graph) {
  delete static_cast<char*>(graph);
  return 0;
}
int cudaGraphExecDestroy(void* executable) {
  delete static_cast<char*>(executable);
  return 0;
}
int ncclAllReduce(const void*, void*, std::size_t, int, int, void*, void*) {
  return 0;
}
}

// Functions of the driver.
extern "C" {
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void*, void**, void**) {
  return call_driver();
}
int cuLaunchKernelEx(const void*, void*, void**, void**) {
  return call_driver();
}
int cuLaunchKernel_ptsz(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        void*, void**, void**) {
  return call_driver();
}
int cuStreamSynchronize(void*) {
  return call_driver();
}
int cuMemFree_v2(void*) {
  return call_driver();
}
int cuCtxGetDevice(int* device) {
  constexpr int kInvalidContext = 201;
  *device = fake_device().current;
  return fake_device().has_context ? 0 : kInvalidContext;
}
int cuCtxGetId() {
  return 7;
}
int cuGetProcAddress_v2(const char* name, void** function, int, std::uint64_t, void* status) {
  const std::string_view wanted = name;
  *static_cast<int*>(status) = 0;
  *function = nullptr;
  if (wanted == "cuLaunchKernelEx") *function = reinterpret_cast<void*>(&cuLaunchKernelEx);
  if (wanted == "cuMemFree") *function = reinterpret_cast<void*>(&cuMemFree_v2);
  if (wanted == "cuCtxGetId") *function = reinterpret_cast<void*>(&cuCtxGetId);
  if (wanted == "cuGetProcAddress") *function = reinterpret_cast<void*>(&cuGetProcAddress_v2);
  return *function == nullptr ? 500 : 0;
}
}
