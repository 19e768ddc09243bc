#include "harness/rank/probe/streams.h"

#include <dlfcn.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "harness/rank/probe/driver_calls.h"
#include "harness/rank/probe/gates.h"
#include "harness/rank/probe/poller.h"
#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {
namespace {

using device::Handle;
using device::Until;
using trace::CallHandle;
using Marks = std::vector<Gates::Mark>;

const device::Library* library = nullptr;  // set before any thread calls
std::atomic<Handle> device_of_calls = nullptr;
thread_local CallHandle issuing;
thread_local std::uint32_t issuing_batch = 0;
thread_local Handle last_put = nullptr;  // the stream of this thread's last call

bool is_open(CallHandle call) {
  const trace::RingWriter* ring = writer();
  return ring != nullptr && ring->is_open(call);
}

// Returns the call to record for a thread that waits for both calls.
CallHandle later(CallHandle a, CallHandle b) {
  if (!is_open(a)) return b;
  if (!is_open(b)) return a;
  return a.call > b.call ? a : b;
}

// No function calls CUDA while it holds the mutex, except awaited(), whose query of an event
// returns even while another thread waits in the driver.
class Streams {
 public:
  void recorded(Handle event, Handle stream) {
    const std::lock_guard lock(mutex_);
    behind_[event] = behind_[stream];
  }

  // Later work on the stream waits for the event, behind the mark. Returns marks to release.
  Marks ordered(Handle stream, Handle event, Gates::Mark mark) {
    const std::lock_guard lock(mutex_);
    const auto found = behind_.find(event);
    if (found == behind_.end()) return {mark};
    const CallHandle call = found->second;
    CallHandle& last = behind_[stream];
    last = later(last, call);
    return add_gate(stream, {mark, call});
  }

  Marks forgotten(Handle handle) {
    const std::lock_guard lock(mutex_);
    behind_.erase(handle);
    batches_.erase(handle);
    auto gates = gates_.extract(handle);
    return gates.empty() ? Marks{} : gates.mapped().remove_all();
  }

  // Records that the call is on the stream, behind the mark. If a call is put on a stream in
  // several parts, only the first one counts. Returns marks to release.
  Marks put(Handle stream, Handle device, CallHandle call, std::uint32_t batch, Gates::Mark mark,
            trace::RingWriter& ring) {
    const std::lock_guard lock(mutex_);
    behind_[device] = call;
    CallHandle& last = behind_[stream];
    if (last.call == call.call) return {mark};
    const CallHandle before = before_batch(stream, batch, last);
    if (is_open(before)) ring.set_after(call, before.call);
    last = call;
    return add_gate(stream, {mark, call});
  }

  CallHandle awaited(Until until, Handle handle) {
    if (until != Until::kRoom) return behind(handle);
    const std::lock_guard lock(mutex_);
    const auto found = gates_.find(handle);
    if (found == gates_.end()) return {};
    const auto gate = found->second.first_open(is_open);
    const bool stands = gate && gate->mark != nullptr && library->reached(gate->mark);
    return stands ? gate->call : CallHandle{};
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

  Marks add_gate(Handle stream, const Gates::Gate& gate) {
    Gates& gates = gates_[stream];
    Marks passed = gates.remove_passed(is_open);
    gates.add(gate);
    return passed;
  }

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

void release(const Marks& marks) {
  for (Gates::Mark mark : marks) {
    if (mark != nullptr) library->release(mark);
  }
}

int order(Handle stream, Handle event, int (*call)(void*), void* context) {
  if (!is_open(streams().behind(event))) return call(context);
  const Gates::Mark mark = library->mark(stream);
  const int result = call(context);
  release(result == 0 ? streams().ordered(stream, event, mark) : Marks{mark});
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
    .forgotten = [](Handle handle) { release(streams().forgotten(handle)); },
    .put = put_on_stream,
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
};

}  // namespace

void put_on_stream(Handle stream, Handle device) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr || issuing.call == 0) return;
  last_put = stream;
  Handle none = nullptr;
  device_of_calls.compare_exchange_strong(none, device, std::memory_order_relaxed);
  release(streams().put(stream, device, issuing, issuing_batch, library->mark(stream), *ring));
}

const device::Library* watch_streams() {
  library = static_cast<const device::Library*>(dlsym(RTLD_DEFAULT, device::kLibrary));
  if (library != nullptr) library->set_hooks(&kHooks);
  return library;
}

CallHandle awaited(Until until, Handle handle) {
  const CallHandle call = streams().awaited(until, handle);
  return is_open(call) ? call : CallHandle{};
}

bool complete_on_stream(const OpenCalls& calls) {
  if (library == nullptr || last_put == nullptr) return false;
  void* const mark = library->mark(last_put);
  if (mark == nullptr) return false;
  const std::shared_ptr<void> kept(mark, [](void* made) { library->release(made); });
  poll_until_over([kept] { return library->reached(kept.get()); },
                  [calls] { calls.complete(false); });
  return true;
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

bool is_captured() {
  return library != nullptr && last_put != nullptr && library->capturing(last_put);
}

Issuing::Issuing(trace::CallHandle call, std::uint32_t batch)
    : before_(issuing), batch_before_(issuing_batch) {
  issuing = call;
  issuing_batch = batch;
  last_put = nullptr;
}

Issuing::~Issuing() {
  issuing = before_;
  issuing_batch = batch_before_;
}

}  // namespace gridlock::probe
