// Issues calls on a decorated backend: records each call, forwards it to the inner backend, and
// follows it until it is over.
#pragma once

#include <atomic>
#include <memory>
#include <torch/csrc/distributed/c10d/Work.hpp>
#include <utility>

#include "harness/rank/probe/groups.h"
#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/sequences.h"
#include "harness/rank/probe/streams.h"
#include "harness/rank/probe/timeouts.h"
#include "harness/rank/probe/traits.h"
#include "harness/rank/probe/work.h"

namespace gridlock::probe {

using WorkPtr = c10::intrusive_ptr<c10d::Work>;

class Issuer {
 public:
  Issuer(std::uint32_t group, const BackendTraits& traits, DefaultTimeout timeout = {})
      : group_(group), traits_(traits), timeout_(std::move(timeout)) {}

  // Records `call`, then makes it with issue(). Returns a work that records the waits for the call,
  // and the end of the call.
  template <typename Issue>
  WorkPtr operator()(trace::Record call, Issue issue) {
    trace::RingWriter* ring = writer();
    if (ring == nullptr) return issue();
    if (traits_.polled && keep_if_captured(*ring, call)) return issue();
    const trace::CallHandle handle = open(*ring, call);
    const Issuing issuing(handle, batch_of(handle));
    try {
      if (batch_.open) return follow(call, handle, issue());
      return follow(call, handle, maybe_blocked(handle.call, issue));
    } catch (...) {
      ring->complete(handle, true);
      throw;
    }
  }

  // Records and makes a call that is over when issue() returns, so that it has no work.
  template <typename Issue>
  void at_once(trace::Record call, Issue issue) {
    trace::RingWriter* ring = writer();
    if (ring == nullptr) return issue();
    const trace::CallHandle handle = open(*ring, call);
    try {
      blocked(handle.call, issue, call.aux);
      ring->complete(handle, false);
    } catch (...) {
      ring->complete(handle, true);
      throw;
    }
  }

  // Begins a batch. The calls until end_coalescing() share the work that end() returns. The batch
  // itself is not recorded as a call, because each member decides by itself whether to coalesce.
  void start_coalescing() { batch_.open = true; }
  template <typename End>
  WorkPtr end_coalescing(End end) {
    Batch batch = std::exchange(batch_, {});
    if (writer() == nullptr || batch.calls.number() == 0) return end();
    // Some backends put the calls on their stream only now.
    const Issuing issuing(batch.last, batch.calls.first());
    try {
      WorkPtr inner = maybe_blocked(batch.calls.number(), end);
      const Place place = last_put().stream != nullptr ? last_put() : batch.place;
      return follow_all(c10d::OpType::COALESCED, std::move(batch.calls), std::move(inner), place);
    } catch (...) {
      batch.calls.complete(true);
      throw;
    }
  }

 private:
  void fill_in(trace::RingWriter& ring, trace::Record& call) const;
  bool keep_if_captured(trace::RingWriter& ring, trace::Record& call);
  trace::CallHandle open(trace::RingWriter& ring, trace::Record& call);
  std::uint32_t batch_of(trace::CallHandle call) const;
  WorkPtr follow(const trace::Record& call, trace::CallHandle handle, WorkPtr inner);
  WorkPtr follow_all(c10d::OpType op, OpenCalls calls, WorkPtr inner, const Place& place);
  bool completed_by_future(c10d::OpType op, const OpenCalls& calls, c10d::Work& inner);

  template <typename Issue>
  auto maybe_blocked(std::uint32_t call, Issue issue) {
    return traits_.issue_blocks ? blocked(call, issue) : issue();
  }

  template <typename Issue>
  auto blocked(std::uint32_t call, Issue issue, std::uint32_t timeout_ms = 0) {
    trace::Record within;
    within.kind = trace::Kind::kIssue;
    within.group = group_;
    within.call = call;
    within.aux = timeout_ms;
    const Blocked blocked(within);
    return issue();
  }

  const std::uint32_t group_;
  const BackendTraits& traits_;
  const DefaultTimeout timeout_;
  const std::shared_ptr<Sequences> sequences_ = std::make_shared<Sequences>();
  // One bit for each operation whose work has thrown an exception when its future was requested. In
  // gloo, these are reduce_scatter, sends and receives. The exception costs more than a collective,
  // so the probe requests no further future for such an operation.
  std::atomic<std::uint64_t> without_future_ = 0;
  // The calls of the current batch. At most one thread coalesces at a time; inner backends require
  // this, too.
  struct Batch {
    bool open = false;
    OpenCalls calls;
    trace::CallHandle last;
    Place place;  // of the last call
  };
  Batch batch_;
};

}  // namespace gridlock::probe
