// Decorates a c10d::Work: records when threads wait for the work's calls and when these calls end.
// Forwards all other functions.
#pragma once

#include <atomic>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include "harness/rank/probe/open_calls.h"
#include "harness/rank/probe/timeouts.h"
#include "harness/rank/probe/traits.h"

namespace gridlock::probe {

class ProbedWork : public c10d::Work {
 public:
  using Future = c10::intrusive_ptr<c10::ivalue::Future>;

  // `completed_elsewhere` means that another thread completes the calls: the one that runs the
  // future's callbacks, or the polling thread.
  ProbedWork(c10::intrusive_ptr<c10d::Work> inner, c10d::OpType op, std::uint32_t group,
             OpenCalls calls, const BackendTraits& traits, DefaultTimeout timeout,
             bool completed_elsewhere);
  ~ProbedWork() override;

  bool isCompleted() override;
  bool isSuccess() const override;
  std::exception_ptr exception() const override;
  int sourceRank() const override;
  std::vector<at::Tensor> result() override;
  void synchronize() override;
  bool wait(std::chrono::milliseconds timeout) override;
#ifdef GRIDLOCK_TORCH_HAS_blockCurrentStream  // seen in 2.11
  void blockCurrentStream() override;
#endif
#ifdef GRIDLOCK_TORCH_HAS_getTimeout  // in 2.15.0
  std::chrono::milliseconds getTimeout() const override;
#endif
#ifdef GRIDLOCK_TORCH_HAS_getCompletionKey  // in 2.15.0
  uint64_t getCompletionKey() const override;
#endif
  void abort() override;
  Future getFuture() override;
  Future getFutureResult() override;
  float getDuration() const override;
  uint64_t getSequencenumber() const override;

 private:
  bool failed() const;
  void over(bool failed);
  std::uint32_t timeout_of_wait(std::chrono::milliseconds given) const;

  const c10::intrusive_ptr<c10d::Work> inner_;
  const OpenCalls calls_;
  const BackendTraits& traits_;
  const DefaultTimeout timeout_;
  const bool is_message_;  // a send or recv
  const std::uint32_t group_;
  std::atomic<bool> over_;
};

}  // namespace gridlock::probe
