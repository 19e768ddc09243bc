// A backend that records every call on another backend, the inner backend, and forwards it.
//
// torch finds a backend under a type (GLOO, NCCL) and casts it without checking its class. The
// inner backend is therefore registered under its own type. The decorator is registered for the
// device, under another type.
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "harness/rank/probe/groups.h"
#include "harness/rank/probe/issue.h"

namespace gridlock::probe {

using BackendPtr = c10::intrusive_ptr<c10d::Backend>;

// Decorates `inner`. `group` describes its group, and `index` is the result of add_group() for it.
BackendPtr decorate(BackendPtr inner, GroupIdentity group, std::uint32_t index);

// Returns the backend that decorate() was called with. Returns `backend` itself if it is not
// decorated.
BackendPtr undecorated(const BackendPtr& backend);

// Sets the number of threads in which the inner backend executes calls.
void set_workers(const BackendPtr& decorated, int workers);

class ProbedBackend : public c10d::Backend {
 public:
  ProbedBackend(BackendPtr inner, GroupIdentity group, std::uint32_t index);
  const BackendPtr& inner() const { return inner_; }
  std::uint32_t index() const { return index_; }

  using Tensor = at::Tensor;
  using Tensors = std::vector<at::Tensor>;
  using Lists = std::vector<Tensors>;
  using Sizes = std::vector<int64_t>;
  using StorePtr = c10::intrusive_ptr<c10d::Store>;
  using OptionsPtr = c10::intrusive_ptr<Options>;
  using Milliseconds = std::chrono::milliseconds;

  // Collectives, defined in collectives.cc.
  WorkPtr broadcast(Tensors&, const c10d::BroadcastOptions&) override;
  WorkPtr allreduce(Tensors&, const c10d::AllreduceOptions&) override;
  WorkPtr allreduce_sparse(Tensors&, const c10d::AllreduceOptions&) override;
  WorkPtr allreduce_coalesced(Tensors&, const c10d::AllreduceCoalescedOptions&) override;
  WorkPtr reduce(Tensors&, const c10d::ReduceOptions&) override;
  WorkPtr allgather(Lists&, Tensors&, const c10d::AllgatherOptions&) override;
  WorkPtr _allgather_base(Tensor&, Tensor&, const c10d::AllgatherOptions&) override;
  WorkPtr allgather_coalesced(Lists&, Tensors&, const c10d::AllgatherOptions&) override;
  WorkPtr allgather_into_tensor_coalesced(Tensors&, Tensors&,
                                          const c10d::AllgatherOptions&) override;
  WorkPtr gather(Lists&, Tensors&, const c10d::GatherOptions&) override;
  WorkPtr scatter(Tensors&, Lists&, const c10d::ScatterOptions&) override;
  WorkPtr reduce_scatter(Tensors&, Lists&, const c10d::ReduceScatterOptions&) override;
  WorkPtr _reduce_scatter_base(Tensor&, Tensor&, const c10d::ReduceScatterOptions&) override;
  WorkPtr reduce_scatter_tensor_coalesced(Tensors&, Tensors&,
                                          const c10d::ReduceScatterOptions&) override;
  WorkPtr alltoall_base(Tensor&, Tensor&, Sizes&, Sizes&, const c10d::AllToAllOptions&) override;
  WorkPtr alltoall(Tensors&, Tensors&, const c10d::AllToAllOptions&) override;
  WorkPtr barrier(const c10d::BarrierOptions&) override;
  void monitoredBarrier(const c10d::BarrierOptions&, bool wait_all_ranks) override;
  WorkPtr send(Tensors&, int destination, int tag) override;
  WorkPtr recv(Tensors&, int source, int tag) override;
  WorkPtr recvAnysource(Tensors&, int tag) override;
  void startCoalescing() override;
  WorkPtr endCoalescing() override;

  // Functions that create groups, whose backends are decorated too, and all other functions. They
  // are defined in backend.cc.
  BackendPtr split(const StorePtr&, const std::vector<int>& ranks, const OptionsPtr&) override;
#ifdef GRIDLOCK_TORCH_HAS_merge
  BackendPtr merge(const StorePtr&, const OptionsPtr&, const int& rank, const int& size) override;
#endif
#ifdef GRIDLOCK_TORCH_HAS_shrink
  bool supportsShrinking() const override;
  BackendPtr shrink(const Sizes& ranks_to_exclude, int flags, const OptionsPtr&) override;
#endif

#ifdef GRIDLOCK_TORCH_HAS_suspend
  void suspend() override;
  void resume() override;
  std::unordered_map<std::string, uint64_t> getMemoryStats() override;
#endif
#ifdef GRIDLOCK_TORCH_HAS_isInitialized
  bool isInitialized() override;
#endif
#ifdef GRIDLOCK_TORCH_HAS_startTimeEstimate
  void startTimeEstimate() override;
  float endTimeEstimate() override;
#endif
#ifdef GRIDLOCK_TORCH_HAS_addEphemeralTimeout
  void addEphemeralTimeout(const Milliseconds&) override;
#endif
#ifdef GRIDLOCK_TORCH_HAS_gather_single
  // The requirements of these calls were not measured. A thread that waits in one of them may be in
  // any state.
  WorkPtr gather_single(Tensor&, Tensor&, const c10d::GatherOptions&) override;
  WorkPtr gather_into_tensor(Tensor&, Tensor&, const c10d::GatherOptions&) override;
#endif
  bool supportsSplitting() const override;
  bool supportsCoalescing() const override;
  bool supportsTimeEstimation() const override;
  void setTimeout(Milliseconds) override;
  const std::string getBackendName() const override;
  OptionsPtr getBackendOptions() override;
  void setSequenceNumberForGroup() override;
  uint64_t getSequenceNumberForGroup() override;
  void registerOnCompletionHook(
      std::function<void(std::shared_ptr<c10d::WorkInfo>)>&& hook) override;
  void waitForPendingWorks() override;
  void enableCollectivesTiming() override;
#ifdef GRIDLOCK_TORCH_HAS_setGroupUid
  void setGroupUid(const std::string&) override;
#endif
  void eagerConnectSingleDevice(at::Device) override;
  c10d::ErrorType getError() override;
  std::shared_ptr<c10::Allocator> getMemAllocator() override;
  Tensor allocateTensor(long size, at::TensorOptions) override;
  bool supportsTensorAlloc(c10::DeviceIndex) override;
  void abort() override;
  void shutdown() override;

 private:
  BackendPtr decorate_child(BackendPtr child, GroupIdentity group, std::uint32_t index) const;

  const BackendPtr inner_;
  const GroupIdentity group_;
  const std::uint32_t index_;
  Issuer issue_;
};

}  // namespace gridlock::probe
