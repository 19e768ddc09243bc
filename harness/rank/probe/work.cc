#include "harness/rank/probe/work.h"

#include <utility>

#include "harness/rank/probe/recorder.h"
#include "harness/trace/operation.h"

namespace gridlock::probe {

ProbedWork::ProbedWork(c10::intrusive_ptr<c10d::Work> inner, c10d::OpType op, std::uint32_t group,
                       OpenCalls calls, const BackendTraits& traits, DefaultTimeout timeout,
                       bool completed_elsewhere)
    : ForwardingWork(std::move(inner), -1, op),
      calls_(std::move(calls)),
      traits_(traits),
      timeout_(std::move(timeout)),
      is_message_(trace::is_point_to_point(static_cast<trace::Op>(op))),
      group_(group),
      over_(completed_elsewhere) {}

// Completes the calls if the work is released while they are open. gloo cancels such a send or
// recv. For any other call, the end can no longer be observed.
ProbedWork::~ProbedWork() {
  if (!over_) over(true);
}

void ProbedWork::over(bool failed) {
  if (!over_.exchange(true)) calls_.complete(failed);
}

bool ProbedWork::failed() const {
  return inner_->exception() != nullptr;
}

bool ProbedWork::isCompleted() {
  const bool completed = inner_->isCompleted();
  if (completed && !over_) over(failed());
  return completed;
}

// Returns the timeout of a wait to which the program gives the timeout `given`. If the program
// gives none, a send or recv of gloo has the default timeout that is set when the wait begins. Any
// other call has the timeout that was set when the call was made.
std::uint32_t ProbedWork::timeout_of_wait(std::chrono::milliseconds given) const {
  const bool waits_by_default = traits_.wait_tells && is_message_;
  return given.count() <= 0 && waits_by_default ? timeout_.now() : recorded(given);
}

bool ProbedWork::wait(std::chrono::milliseconds timeout) {
  trace::Record wait;
  wait.kind = trace::Kind::kWait;
  wait.group = group_;
  wait.call = calls_.number();
  wait.aux = timeout_of_wait(timeout);
  if (timeout.count() > 0) wait.flags = trace::kPlanned;
  const Blocked blocked(wait);
  try {
    const bool done = inner_->wait(timeout);
    if (traits_.wait_tells) over(!done);
    return done;
  } catch (...) {
    // If the wait timed out, the call may still be open.
    if (traits_.wait_tells && !over_ && inner_->isCompleted()) over(true);
    throw;
  }
}

ProbedWork::Future ProbedWork::getFuture() {
  calls_.add_flags(trace::kFuture);
  return inner_->getFuture();
}

}  // namespace gridlock::probe
