#include "harness/rank/probe/streams.h"

#include <dlfcn.h>

#include <mutex>
#include <unordered_map>

#include "harness/rank/device/hooks.h"
#include "harness/rank/probe/poller.h"
#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {
namespace {

using device::Awaited;
using device::Handle;
using trace::CallHandle;

const device::Library* library = nullptr;  // set before any thread calls
thread_local CallHandle issuing;
thread_local Handle last_put = nullptr;  // the stream of this thread's last call

bool is_open(CallHandle call) {
  const trace::RingWriter* ring = writer();
  return ring != nullptr && ring->is_open(call);
}

// Whoever waits for both is said to wait for this one.
CallHandle later(CallHandle a, CallHandle b) {
  if (!is_open(a)) return b;
  if (!is_open(b)) return a;
  return a.call > b.call ? a : b;
}

class Streams {
 public:
  void recorded(Handle event, Handle stream) {
    const std::lock_guard lock(mutex_);
    behind_[event] = behind_[stream];
  }

  void ordered(Handle stream, Handle event) {
    const std::lock_guard lock(mutex_);
    const auto found = behind_.find(event);
    if (found == behind_.end()) return;
    const CallHandle call = found->second;
    CallHandle& last = behind_[stream];
    last = later(last, call);
  }

  void forgotten(Handle handle) {
    const std::lock_guard lock(mutex_);
    behind_.erase(handle);
  }

  // Coalesced and composed calls are put on a stream in parts: the first one tells.
  void put(Handle stream, CallHandle call, trace::RingWriter& ring) {
    const std::lock_guard lock(mutex_);
    CallHandle& last = behind_[stream];
    if (last.call == call.call) return;
    if (is_open(last)) ring.set_after(call, last.call);
    last = newest_ = call;
  }

  CallHandle behind(Awaited what, Handle handle) {
    const std::lock_guard lock(mutex_);
    if (what == Awaited::kDevice) return newest_;
    const auto found = behind_.find(handle);
    return found == behind_.end() ? CallHandle{} : found->second;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<Handle, CallHandle> behind_;
  CallHandle newest_;
};

// Outlives the end of main, as torch's own threads do.
Streams& streams() {
  static auto* const known = new Streams;
  return *known;
}

void put(Handle stream) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr || issuing.call == 0) return;
  last_put = stream;
  streams().put(stream, issuing, *ring);
}

int wait(Awaited what, Handle handle, int (*call)(void*), void* context) {
  const CallHandle behind = streams().behind(what, handle);
  if (!is_open(behind)) return call(context);
  trace::Record wait;
  wait.kind = trace::Kind::kWait;
  wait.call = behind.call;
  const Blocked blocked(wait);
  return call(context);
}

constexpr device::Hooks kHooks = {
    .recorded = [](Handle event, Handle stream) { streams().recorded(event, stream); },
    .ordered = [](Handle stream, Handle event) { streams().ordered(stream, event); },
    .forgotten = [](Handle handle) { streams().forgotten(handle); },
    .put = put,
    .wait = wait,
};

}  // namespace

void watch_streams() {
  library = static_cast<const device::Library*>(dlsym(RTLD_DEFAULT, device::kLibrary));
  if (library != nullptr) library->set_hooks(&kHooks);
}

bool complete_on_stream(const OpenCalls& calls) {
  if (library == nullptr || last_put == nullptr) return false;
  void* const mark = library->mark(last_put);
  if (mark == nullptr) return false;
  poll_until_over([mark] { return library->reached(mark); },
                  [mark, calls] {
                    library->release(mark);
                    calls.complete(false);
                  });
  return true;
}

Issuing::Issuing(trace::CallHandle call) : before_(issuing) {
  issuing = call;
  last_put = nullptr;
}

Issuing::~Issuing() {
  issuing = before_;
}

}  // namespace gridlock::probe
