// A backend that records every call on another backend, the inner backend, and forwards it.
//
// torch casts a backend of type GLOO or NCCL to that type's class without a check. The inner
// backend is therefore registered under its own type. The decorator is registered for the device,
// under another type.
#pragma once

#include "harness/rank/probe/arguments.h"
#include "harness/rank/probe/forwarding_backend.h"
#include "harness/rank/probe/groups.h"
#include "harness/rank/probe/issue.h"

namespace gridlock::probe {

using BackendPtr = c10::intrusive_ptr<c10d::Backend>;

// Returns a decorator of `inner`. `group` describes the group of `inner`, and `index` is the result
// of add_group() for that group.
BackendPtr decorate(BackendPtr inner, GroupIdentity group, std::uint32_t index);

// Returns the inner backend of a decorator, or `backend` itself if it is not a decorator.
BackendPtr undecorated(const BackendPtr& backend);

// Records the number of threads in which the inner backend of `decorated` executes calls.
void set_workers(const BackendPtr& decorated, int workers);

// The base class forwards all calls that are not here.
class ProbedBackend : public ForwardingBackend {
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
  using OpType = c10d::OpType;

  // The calls of a process group. Each record describes the tensors that must match the tensors of
  // the other ranks: the rank's input, or the rank's output if only the root has an input. The
  // functions are defined here, so that a new call takes only one function.
  WorkPtr broadcast(Tensors& tensors, const c10d::BroadcastOptions& options) override {
    return issue_(with(call_of(OpType::BROADCAST, tensors), options),
                  [&] { return inner_->broadcast(tensors, options); });
  }

  WorkPtr allreduce(Tensors& tensors, const c10d::AllreduceOptions& options) override {
    return issue_(with(call_of(OpType::ALLREDUCE, tensors), options),
                  [&] { return inner_->allreduce(tensors, options); });
  }

  WorkPtr allreduce_sparse(Tensors& tensors, const c10d::AllreduceOptions& options) override {
    // Ranks may have different element counts, so the record has no tensors.
    trace::Record call = call_of(OpType::_ALLREDUCE_SPARSE, Tensors{});
    if (!tensors.empty()) call.dtype = static_cast<std::uint8_t>(tensors[0].scalar_type());
    return issue_(with(call, options), [&] { return inner_->allreduce_sparse(tensors, options); });
  }

  WorkPtr allreduce_coalesced(Tensors& tensors,
                              const c10d::AllreduceCoalescedOptions& options) override {
    return issue_(with(call_of(OpType::ALLREDUCE_COALESCED, tensors), options),
                  [&] { return inner_->allreduce_coalesced(tensors, options); });
  }

  WorkPtr reduce(Tensors& tensors, const c10d::ReduceOptions& options) override {
    return issue_(with(call_of(OpType::REDUCE, tensors), options),
                  [&] { return inner_->reduce(tensors, options); });
  }

  WorkPtr allgather(Lists& outputs, Tensors& inputs,
                    const c10d::AllgatherOptions& options) override {
    return issue_(with(call_of(OpType::ALLGATHER, inputs), options),
                  [&] { return inner_->allgather(outputs, inputs, options); });
  }

  WorkPtr _allgather_base(Tensor& output, Tensor& input,
                          const c10d::AllgatherOptions& options) override {
    return issue_(with(call_of(OpType::_ALLGATHER_BASE, input), options),
                  [&] { return inner_->_allgather_base(output, input, options); });
  }

  WorkPtr allgather_coalesced(Lists& outputs, Tensors& inputs,
                              const c10d::AllgatherOptions& options) override {
    return issue_(with(call_of(OpType::ALLGATHER_COALESCED, inputs), options),
                  [&] { return inner_->allgather_coalesced(outputs, inputs, options); });
  }

  WorkPtr allgather_into_tensor_coalesced(Tensors& outputs, Tensors& inputs,
                                          const c10d::AllgatherOptions& options) override {
    return issue_(with(call_of(OpType::_ALLGATHER_BASE, inputs), options), [&] {
      return inner_->allgather_into_tensor_coalesced(outputs, inputs, options);
    });
  }

  WorkPtr gather(Lists& outputs, Tensors& inputs, const c10d::GatherOptions& options) override {
    return issue_(with(call_of(OpType::GATHER, inputs), options),
                  [&] { return inner_->gather(outputs, inputs, options); });
  }

  WorkPtr scatter(Tensors& outputs, Lists& inputs, const c10d::ScatterOptions& options) override {
    return issue_(with(call_of(OpType::SCATTER, outputs), options),
                  [&] { return inner_->scatter(outputs, inputs, options); });
  }

  WorkPtr reduce_scatter(Tensors& outputs, Lists& inputs,
                         const c10d::ReduceScatterOptions& options) override {
    const Tensors& mine = inputs.empty() ? outputs : inputs[0];
    return issue_(with(call_of(OpType::REDUCE_SCATTER, mine), options),
                  [&] { return inner_->reduce_scatter(outputs, inputs, options); });
  }

  WorkPtr _reduce_scatter_base(Tensor& output, Tensor& input,
                               const c10d::ReduceScatterOptions& options) override {
    return issue_(with(call_of(OpType::_REDUCE_SCATTER_BASE, input), options),
                  [&] { return inner_->_reduce_scatter_base(output, input, options); });
  }

  WorkPtr reduce_scatter_tensor_coalesced(Tensors& outputs, Tensors& inputs,
                                          const c10d::ReduceScatterOptions& options) override {
    return issue_(with(call_of(OpType::_REDUCE_SCATTER_BASE, inputs), options), [&] {
      return inner_->reduce_scatter_tensor_coalesced(outputs, inputs, options);
    });
  }

  WorkPtr alltoall_base(Tensor& output, Tensor& input, Sizes& output_splits, Sizes& input_splits,
                        const c10d::AllToAllOptions& options) override {
    trace::Record call = with(call_of(OpType::ALLTOALL_BASE, input), options);
    add_splits(call, output_splits, input_splits);
    return issue_(call, [&] {
      return inner_->alltoall_base(output, input, output_splits, input_splits, options);
    });
  }

  WorkPtr alltoall(Tensors& outputs, Tensors& inputs,
                   const c10d::AllToAllOptions& options) override {
    return issue_(with(call_of(OpType::ALLTOALL, inputs), options),
                  [&] { return inner_->alltoall(outputs, inputs, options); });
  }

  WorkPtr barrier(const c10d::BarrierOptions& options) override {
    return issue_(with(call_of(OpType::BARRIER, Tensors{}), options),
                  [&] { return inner_->barrier(options); });
  }

  void monitoredBarrier(const c10d::BarrierOptions& options, bool wait_all_ranks) override {
    trace::Record call = with(trace::Record{}, options);
    call.op = static_cast<std::uint16_t>(trace::Op::kMonitoredBarrier);
    issue_.at_once(call, [&] { inner_->monitoredBarrier(options, wait_all_ranks); });
  }

  WorkPtr send(Tensors& tensors, int destination, int tag) override {
    return issue_(call_of(OpType::SEND, tensors, destination, tag),
                  [&] { return inner_->send(tensors, destination, tag); });
  }

  WorkPtr recv(Tensors& tensors, int source, int tag) override {
    return issue_(call_of(OpType::RECV, tensors, source, tag),
                  [&] { return inner_->recv(tensors, source, tag); });
  }

  WorkPtr recvAnysource(Tensors& tensors, int tag) override {
    return issue_(call_of(OpType::RECVANYSOURCE, tensors, -1, tag),
                  [&] { return inner_->recvAnysource(tensors, tag); });
  }

  // Marks the group as connected, because its first calls may be in the batch and need not be
  // collectives.
  void startCoalescing() override {
    set_connected(index_);
    inner_->startCoalescing();
    issue_.start_coalescing();
  }

  WorkPtr endCoalescing() override {
    return issue_.end_coalescing([&] { return inner_->endCoalescing(); });
  }

  // backend.cc defines the functions from here on. split(), merge() and shrink() create a group,
  // and decorate the backends of the new group, too.
  BackendPtr split(const StorePtr&, const std::vector<int>& ranks, const OptionsPtr&) override;
  BackendPtr merge(const StorePtr&, const OptionsPtr&, const int& rank, const int& size) override;
  c10::intrusive_ptr<c10d::Backend> shrink(
      const std::vector<int64_t>& ranks_to_exclude, int flags,
      const c10::intrusive_ptr<c10d::Backend::Options>&) override;
  void setTimeout(Milliseconds) override;
  void eagerConnectSingleDevice(at::Device) override;

 protected:
  // There is no measurement of what such calls wait for. Their records have the operation UNKNOWN,
  // and nothing is proved about a thread that waits in one.
  WorkPtr issue_unknown(const std::function<WorkPtr()>& call) override {
    return issue_(call_of(OpType::UNKNOWN, Tensors{}), call);
  }

 private:
  BackendPtr decorate_child(BackendPtr child, GroupIdentity group, std::uint32_t index) const;

  const GroupIdentity group_;
  const std::uint32_t index_;
  Issuer issue_;
};

}  // namespace gridlock::probe
