#include "harness/rank/probe/streams.h"

#include <dlfcn.h>

#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "harness/rank/probe/driver_calls.h"
#include "harness/rank/probe/gates.h"
#include "harness/rank/probe/marks.h"
#include "harness/rank/probe/poller.h"
#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {
namespace {

using device::Handle;
using device::Until;
using trace::CallHandle;

const device::Library* library = nullptr;  // set before any thread calls
std::atomic<Handle> device_of_calls = nullptr;
thread_local CallHandle issuing;
thread_local std::uint32_t issuing_batch = 0;
thread_local Place place_of_call;  // where this thread has put its current or last call

bool is_open(CallHandle call) {
  const trace::RingWriter* ring = writer();
  return ring != nullptr && ring->is_open(call);
}

// Marks the current end of the stream. Marks are made for the device of the first call.
Mark end_of(const Place& place) {
  return place.device == device_of_calls ? mark_end(place.stream) : nullptr;
}

// Returns the call to record for a thread that waits for both calls.
CallHandle later(CallHandle a, CallHandle b) {
  if (!is_open(a)) return b;
  if (!is_open(b)) return a;
  return a.call > b.call ? a : b;
}

// No function calls CUDA while it holds the mutex.
class Streams {
 public:
  void recorded(Handle event, Handle stream) {
    const std::lock_guard lock(mutex_);
    behind_[event] = behind_[stream];
  }

  // Later work on the stream waits for the event, behind the mark.
  void ordered(Handle stream, Handle event, const Mark& mark) {
    const std::lock_guard lock(mutex_);
    const auto found = behind_.find(event);
    if (found == behind_.end()) return;
    const CallHandle call = found->second;
    CallHandle& last = behind_[stream];
    last = later(last, call);
    gates_[stream].add({mark, call}, is_open);
  }

  void forgotten(Handle handle) {
    const std::lock_guard lock(mutex_);
    behind_.erase(handle);
    batches_.erase(handle);
    gates_.erase(handle);
  }

  // Records that the call is on the stream, behind the mark. If a call is put on a stream in
  // several parts, only the first one counts.
  void put(Handle stream, Handle device, CallHandle call, std::uint32_t batch, const Mark& mark,
           trace::RingWriter& ring) {
    const std::lock_guard lock(mutex_);
    behind_[device] = call;
    CallHandle& last = behind_[stream];
    if (last.call == call.call) return;
    const CallHandle before = before_batch(stream, batch, last);
    if (is_open(before)) ring.set_after(call, before.call);
    last = call;
    gates_[stream].add({mark, call}, is_open);
  }

  // Returns the first gate of the stream whose call is open.
  std::optional<Gates::Gate> first_gate(Handle stream) {
    const std::lock_guard lock(mutex_);
    const auto found = gates_.find(stream);
    return found == gates_.end() ? std::nullopt : found->second.first_open(is_open);
  }

  void drop_closed_gates() {
    const std::lock_guard lock(mutex_);
    for (auto& [stream, gates] : gates_) gates.drop_closed(is_open);
  }

  CallHandle behind(Handle handle) {
    const std::lock_guard lock(mutex_);
    const auto found = behind_.find(handle);
    return found == behind_.end() ? CallHandle{} : found->second;
  }

 private:
  struct Batch {
    std::uint32_t number = 0;
    CallHandle before;  // the last call on the stream before the batch
  };

  CallHandle before_batch(Handle stream, std::uint32_t batch, CallHandle last) {
    if (batch == 0) return last;
    Batch& current = batches_[stream];
    if (current.number != batch) current = {batch, last};
    return current.before;
  }

  std::mutex mutex_;
  std::unordered_map<Handle, CallHandle> behind_;
  std::unordered_map<Handle, Batch> batches_;  // the last batch of each stream
  std::unordered_map<Handle, Gates> gates_;    // of each stream
};

// Returns the object that holds all streams. It is never destroyed, because torch's threads outlive
// main.
Streams& streams() {
  static auto* const known = new Streams;
  return *known;
}

std::uint64_t number_of(CallHandle call) {
  return std::bit_cast<std::uint64_t>(call);
}

int order(Handle stream, Handle device, Handle event, int (*call)(void*), void* context) {
  if (!is_open(streams().behind(event))) return call(context);
  const Mark mark = end_of({stream, device});
  const int result = call(context);
  if (result == 0) streams().ordered(stream, event, mark);
  return result;
}

// Returns the ring if this thread issues a call, which it then puts on the stream. Otherwise
// returns null.
trace::RingWriter* puts_on(const Place& place) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr || issuing.call == 0) return nullptr;
  place_of_call = place;
  Handle none = nullptr;
  device_of_calls.compare_exchange_strong(none, place.device, std::memory_order_relaxed);
  return ring;
}

int put(Handle stream, Handle device, int (*call)(void*), void* context) {
  trace::RingWriter* const ring = puts_on({stream, device});
  if (ring == nullptr) return call(context);
  const Mark mark = end_of({stream, device});
  const int result = call(context);
  streams().put(stream, device, issuing, issuing_batch, mark, *ring);
  return result;
}

int wait(Handle handle, int (*call)(void*), void* context) {
  const CallHandle behind = streams().behind(handle);
  if (!is_open(behind)) return call(context);
  poll_now();
  if (!is_open(behind)) return call(context);
  trace::Record wait;
  wait.kind = trace::Kind::kWait;
  wait.call = behind.call;
  const Blocked blocked(wait);
  return call(context);
}

constexpr device::Hooks kHooks = {
    .recorded = [](Handle event, Handle stream) { streams().recorded(event, stream); },
    .ordered = order,
    .forgotten = [](Handle handle) { streams().forgotten(handle); },
    .put = put,
    .function_put =
        [] {
          if (trace::RingWriter* ring = writer()) ring->function_put();
        },
    .function_ran =
        [] {
          if (trace::RingWriter* ring = writer()) ring->function_ran();
        },
    .wait = wait,
    .driver_calls = driver_calls_of_this_thread,
    .awaited_now = [](Handle handle) { return number_of(streams().behind(handle)); },
};

}  // namespace

Place last_put() {
  return place_of_call;
}

void put_on_stream(const Place& place) {
  trace::RingWriter* const ring = puts_on(place);
  if (ring == nullptr) return;
  streams().put(place.stream, place.device, issuing, issuing_batch, end_of(place), *ring);
}

const device::Library* watch_streams() {
  library = static_cast<const device::Library*>(dlsym(RTLD_DEFAULT, device::kLibrary));
  if (library == nullptr) return library;
  use_marks_of(*library);
  library->set_hooks(&kHooks);
  return library;
}

void set_watching(bool watching) {
  if (library != nullptr) library->set_hooks(watching ? &kHooks : nullptr);
}

// Another thread may pass the gate, and use its mark for another place, during the query of the
// mark.
CallHandle standing_at(Handle stream) {
  const auto gate = streams().first_gate(stream);
  if (!gate || has_passed(gate->mark) == device::Passed::kNo) return {};
  const auto still = streams().first_gate(stream);
  const bool same = still && still->mark == gate->mark && still->call.call == gate->call.call;
  return same ? gate->call : CallHandle{};
}

bool is_still_open(CallHandle call) {
  return is_open(call);
}

// Selects, during its own lifetime, the device of a call. torch selects another one when it has
// made the call, and the default stream is that of the selected device.
class OnDevice {
 public:
  explicit OnDevice(Handle device) : device_(device), before_(library->exchange_device(device)) {}
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() {
    if (before_ != device_) library->exchange_device(before_);
  }

 private:
  Handle device_;
  Handle before_;
};

bool complete_on_stream(const Place& place, const OpenCalls& calls) {
  if (library == nullptr || place.stream == nullptr) return false;
  const OnDevice on_device(place.device);
  Mark end = end_of(place);
  if (end == nullptr) end = mark_end_now(place.stream);
  if (end == nullptr) return false;
  complete_when_passed(place.stream, std::move(end), calls);
  return true;
}

void drop_closed_gates() {
  streams().drop_closed_gates();
}

void use_device_of_calls() {
  const Handle device = device_of_calls;
  if (library != nullptr && device != nullptr) library->use(device);
}

BesideCaptures::BesideCaptures() {
  if (library != nullptr) before_ = library->exchange_capture_mode(library->relaxed);
}

BesideCaptures::~BesideCaptures() {
  if (library != nullptr) library->exchange_capture_mode(before_);
}

bool is_captured(const Place& place) {
  if (library == nullptr || place.stream == nullptr) return false;
  const OnDevice on_device(place.device);
  return library->capturing(place.stream);
}

Issuing::Issuing(trace::CallHandle call, std::uint32_t batch)
    : before_(issuing), batch_before_(issuing_batch) {
  issuing = call;
  issuing_batch = batch;
  place_of_call = {};
}

Issuing::~Issuing() {
  issuing = before_;
  issuing_batch = batch_before_;
}

}  // namespace gridlock::probe
