// Decorates a c10d::Work: records when threads wait for the work's calls and when these calls end.
#pragma once

#include <atomic>

#include "harness/rank/probe/forwarding_work.h"
#include "harness/rank/probe/open_calls.h"
#include "harness/rank/probe/timeouts.h"
#include "harness/rank/probe/traits.h"

namespace gridlock::probe {

// The base class forwards all functions that are not here.
class ProbedWork : public ForwardingWork {
 public:
  using Future = c10::intrusive_ptr<c10::ivalue::Future>;

  // `completed_elsewhere` means that another thread completes the calls: the one that runs the
  // future's callbacks, or the polling thread.
  ProbedWork(c10::intrusive_ptr<c10d::Work> inner, c10d::OpType op, std::uint32_t group,
             OpenCalls calls, const BackendTraits& traits, DefaultTimeout timeout,
             bool completed_elsewhere);
  ~ProbedWork() override;

  bool isCompleted() override;
  bool wait(std::chrono::milliseconds timeout) override;
  Future getFuture() override;

 private:
  bool failed() const;
  void over(bool failed);
  std::uint32_t timeout_of_wait(std::chrono::milliseconds given) const;

  const OpenCalls calls_;
  const BackendTraits& traits_;
  const DefaultTimeout timeout_;
  const bool is_message_;  // a send or recv
  const std::uint32_t group_;
  std::atomic<bool> over_;
};

}  // namespace gridlock::probe
