#include "harness/rank/probe/graphs.h"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <dlfcn.h>

#include <mutex>
#include <set>
#include <tuple>
#include <unordered_map>

#include "harness/rank/probe/open_calls.h"
#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/streams.h"
#include "harness/trace/operation.h"

namespace gridlock::probe {
namespace {

using device::Handle;
using Calls = std::vector<CapturedCall>;
using CallsPtr = std::shared_ptr<const Calls>;

const device::Library* library = nullptr;  // set before any thread calls

// Marks the last call of each sequence. The probe follows only marked calls to their end: once a
// marked call has ended, the earlier calls of its sequence have ended, too.
void mark_last(Calls& calls) {
  using Sequence = std::tuple<std::uint32_t, std::uint16_t, std::int32_t, std::int32_t>;
  std::set<Sequence> seen;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    const trace::Record& record = call->record;
    const bool paired = trace::is_point_to_point(static_cast<trace::Op>(record.op));
    const Sequence sequence = paired ? Sequence{record.group, record.op, record.peer, record.tag}
                                     : Sequence{record.group, 0, -1, 0};
    call->last = seen.insert(sequence).second;
  }
}

class Graphs {
 public:
  void keep(std::uint64_t capture, CapturedCall call) {
    const std::lock_guard lock(mutex_);
    captures_[capture].push_back(std::move(call));
  }

  void captured(std::uint64_t capture, Handle graph) {
    const std::lock_guard lock(mutex_);
    auto found = captures_.extract(capture);
    if (found.empty() || graph == nullptr) return;
    mark_last(found.mapped());
    held_[graph] = std::make_shared<const Calls>(std::move(found.mapped()));
  }

  void instantiated(Handle executable, Handle graph) {
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(graph);
    if (found != held_.end()) held_[executable] = CallsPtr(found->second);
  }

  void forgotten(Handle handle) {
    const std::lock_guard lock(mutex_);
    held_.erase(handle);
  }

  CallsPtr held_by(Handle handle) {
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(handle);
    return found == held_.end() ? nullptr : found->second;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Calls> captures_;  // captures in progress
  std::unordered_map<Handle, CallsPtr> held_;          // key: graph or executable graph
};

// Returns the object that holds all graphs. It is never destroyed, because torch's threads outlive
// main.
Graphs& graphs() {
  static auto* const known = new Graphs;
  return *known;
}

// Issues all calls of a graph, and returns those that the probe follows to their end. The records
// say that these calls start together, because their order within the graph is unknown.
OpenCalls issue_all(const Calls& calls, const Place& where, trace::RingWriter& ring) {
  OpenCalls open;
  const std::uint64_t place = site(ring).site;
  for (const CapturedCall& captured : calls) {
    trace::Record record = captured.record;
    record.flags |= trace::kReplayed;
    record.site = place;
    if (trace::is_point_to_point(static_cast<trace::Op>(record.op))) {
      record.seq =
          captured.sequences->next(static_cast<trace::Op>(record.op), record.peer, record.tag);
    }
    if (!captured.last) {
      ring.issue_unfollowed(record);
      continue;
    }
    const trace::CallHandle call = ring.issue(record);
    const Issuing issuing(call, open.number() != 0 ? open.first() : call.call);
    put_on_stream(where);
    open.add(call);
  }
  return open;
}

int launch(Handle executable, Handle stream, Handle device, int (*call)(void*), void* context) {
  trace::RingWriter* ring = writer();
  const CallsPtr calls = graphs().held_by(executable);
  if (ring == nullptr || !calls) return call(context);
  if (const std::uint64_t capture = library->capture_of(stream)) {
    for (const CapturedCall& captured : *calls) graphs().keep(capture, captured);
    return call(context);
  }
  const Place place{stream, device};
  const OpenCalls open = issue_all(*calls, place, *ring);
  const int result = call(context);
  if (result != 0 || !complete_on_stream(place, open)) open.complete(result != 0);
  return result;
}

// Returns the number of the stream's capture, or 0. Before torch 2.11, a stream does not tell its
// handle.
template <typename Stream>
std::uint64_t capture_of(const Stream& stream) {
  if constexpr (requires { stream.native_handle(); }) {
    return library->capture_of(stream.native_handle());
  }
  return 0;
}

constexpr device::GraphHooks kHooks = {
    .captured = [](std::uint64_t capture, Handle graph) { graphs().captured(capture, graph); },
    .instantiated = [](Handle made, Handle graph) { graphs().instantiated(made, graph); },
    .forgotten = [](Handle handle) { graphs().forgotten(handle); },
    .launch = launch,
};

}  // namespace

std::uint64_t current_capture() {
  if (library == nullptr || !c10::impl::hasDeviceGuardImpl(c10::DeviceType::CUDA)) return 0;
  const c10::impl::VirtualGuardImpl cuda(c10::DeviceType::CUDA);
  return capture_of(cuda.getStream(cuda.getDevice()));
}

void keep_captured(std::uint64_t capture, CapturedCall call) {
  graphs().keep(capture, std::move(call));
}

void watch_graphs() {
  library = static_cast<const device::Library*>(dlsym(RTLD_DEFAULT, device::kLibrary));
  if (library != nullptr) library->set_graph_hooks(&kHooks);
}

}  // namespace gridlock::probe
