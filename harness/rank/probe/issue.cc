#include "harness/rank/probe/issue.h"

#include "harness/rank/probe/graphs.h"
#include "harness/rank/probe/linger.h"
#include "harness/rank/probe/poller.h"

namespace gridlock::probe {
namespace {

// Completes a call, in the thread of the backend. std::function stores an object of this size
// without an allocation.
struct CompleteCall {
  trace::CallHandle call;
  void operator()(c10::ivalue::Future& future) const {
    linger();
    if (trace::RingWriter* ring = writer()) ring->complete(call, future.hasError());
  }
};

bool is_over(c10d::Work& work) {
  try {
    return work.isCompleted();
  } catch (const std::exception&) {
    return true;  // the query raises if the device itself has failed
  }
}

void poll(const WorkPtr& work, const OpenCalls& calls) {
  poll_until_over([work] { return is_over(*work); },
                  [work, calls] { calls.complete(work->exception() != nullptr); });
}

// Completes the calls when their stream has run them. The work is asked only if they are on no
// stream that the probe sees, because whoever keeps a work keeps its tensors. Calls whose end
// cannot be observed complete at once.
void complete_on_device(const OpenCalls& calls, const WorkPtr& work, const Place& place) {
  if (complete_on_stream(place, calls)) return;
  if (!work || is_captured(place)) return calls.complete(false);
  poll(work, calls);
}

constexpr std::uint64_t bit(c10d::OpType op) {
  return std::uint64_t{1} << (static_cast<std::uint64_t>(op) % 64);
}

}  // namespace

void Issuer::fill_in(trace::RingWriter& ring, trace::Record& call) const {
  call.group = group_;
  if (call.aux == 0) call.aux = timeout_.now();
  call.flags |= thread_flags();
  note_exception(ring);
  const SiteRecord here = site(ring);
  call.site = here.site;
  call.pass = here.pass;
  call.module = here.module;
  if (!traits_.tags) call.tag = 0;
}

bool Issuer::keep_if_captured(trace::RingWriter& ring, trace::Record& call) {
  const std::uint64_t capture = current_capture();
  if (capture == 0) return false;
  fill_in(ring, call);
  keep_captured(capture, {call, sequences_});
  return true;
}

trace::CallHandle Issuer::open(trace::RingWriter& ring, trace::Record& call) {
  linger();
  fill_in(ring, call);
  const auto op = static_cast<trace::Op>(call.op);
  if (trace::is_point_to_point(op)) call.seq = sequences_->next(op, call.peer, call.tag);
  const trace::CallHandle handle = ring.issue(call);
  linger();
  return handle;
}

std::uint32_t Issuer::batch_of(trace::CallHandle call) const {
  if (!batch_.open) return 0;
  return batch_.calls.number() != 0 ? batch_.calls.first() : call.call;
}

WorkPtr Issuer::follow(const trace::Record& call, trace::CallHandle handle, WorkPtr inner) {
  linger();
  if (batch_.open) {
    batch_.calls.add(handle);
    batch_.last = handle;
    batch_.place = last_put();
    return inner;
  }
  return follow_all(static_cast<c10d::OpType>(call.op), OpenCalls(handle), std::move(inner),
                    last_put());
}

WorkPtr Issuer::follow_all(c10d::OpType op, OpenCalls calls, WorkPtr inner, const Place& place) {
  bool completed_elsewhere = traits_.polled;
  if (traits_.polled || !inner) {
    complete_on_device(calls, inner, place);
  } else if (traits_.future_tells) {
    completed_elsewhere = completed_by_future(op, calls, *inner);
  }
  if (!inner) return inner;
  return c10::make_intrusive<ProbedWork>(std::move(inner), op, group_, std::move(calls), traits_,
                                         timeout_, completed_elsewhere);
}

bool Issuer::completed_by_future(c10d::OpType op, const OpenCalls& calls, c10d::Work& inner) {
  if ((without_future_.load(std::memory_order_relaxed) & bit(op)) != 0) return false;
  try {
    const auto future = inner.getFuture();
    if (!future) return false;
    calls.for_each([&](trace::CallHandle call) {
      future->addCallback(CompleteCall{call}, /*uses_future=*/false);
    });
    return true;
  } catch (const c10::Error&) {
    without_future_.fetch_or(bit(op), std::memory_order_relaxed);
    return false;
  }
}

}  // namespace gridlock::probe
