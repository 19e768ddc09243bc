// Issuing calls on a decorated backend: each is recorded before it is handed on, and followed until
// it is over.
#pragma once

#include <atomic>
#include <torch/csrc/distributed/c10d/Work.hpp>
#include <utility>

#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/sequences.h"
#include "harness/rank/probe/streams.h"
#include "harness/rank/probe/traits.h"
#include "harness/rank/probe/work.h"

namespace gridlock::probe {

using WorkPtr = c10::intrusive_ptr<c10d::Work>;

class Issuer {
 public:
  Issuer(std::uint32_t group, const BackendTraits& traits) : group_(group), traits_(traits) {}

  // Records `call`, lets `issue` make it, and gives a work that records the rest.
  template <typename Issue>
  WorkPtr operator()(trace::Record call, Issue issue) {
    trace::RingWriter* ring = writer();
    if (ring == nullptr) return issue();
    const trace::CallHandle handle = open(*ring, call);
    const Issuing issuing(handle);
    try {
      return follow(call, handle, traits_.issue_blocks ? blocked(handle, issue) : issue());
    } catch (...) {
      ring->complete(handle, true);
      throw;
    }
  }

  // The same for a call that is carried out within its issue, and has no work.
  template <typename Issue>
  void at_once(trace::Record call, Issue issue) {
    trace::RingWriter* ring = writer();
    if (ring == nullptr) return issue();
    const trace::CallHandle handle = open(*ring, call);
    try {
      blocked(handle, issue, call.aux);
      ring->complete(handle, false);
    } catch (...) {
      ring->complete(handle, true);
      throw;
    }
  }

  // Calls between these two share the work that the second one's `end` gives. The end itself is no
  // call: which members coalesce is their own affair.
  void start_coalescing() { coalescing_ = true; }
  template <typename End>
  WorkPtr end_coalescing(End end) {
    coalescing_ = false;
    OpenCalls calls = std::exchange(coalesced_, {});
    WorkPtr inner = end();
    if (writer() == nullptr || calls.number() == 0) return inner;
    return follow_all(c10d::OpType::COALESCED, std::move(calls), std::move(inner));
  }

 private:
  trace::CallHandle open(trace::RingWriter& ring, trace::Record call);
  WorkPtr follow(const trace::Record& call, trace::CallHandle handle, WorkPtr inner);
  WorkPtr follow_all(c10d::OpType op, OpenCalls calls, WorkPtr inner);
  bool told_by_future(c10d::OpType op, const OpenCalls& calls, c10d::Work& inner);

  template <typename Issue>
  auto blocked(trace::CallHandle handle, Issue issue, std::uint32_t timeout_ms = 0) {
    trace::Record within;
    within.kind = trace::Kind::kIssue;
    within.group = group_;
    within.call = handle.call;
    within.aux = timeout_ms;
    const Blocked blocked(within);
    return issue();
  }

  const std::uint32_t group_;
  const BackendTraits& traits_;
  Sequences sequences_;
  // Operations (by number) whose works threw when asked for their future: an exception costs more
  // than a collective, so they are asked once. gloo's reduce_scatter and point-to-point.
  std::atomic<std::uint64_t> without_future_ = 0;
  // As in the backends: one thread coalesces at a time.
  bool coalescing_ = false;
  OpenCalls coalesced_;
};

}  // namespace gridlock::probe
