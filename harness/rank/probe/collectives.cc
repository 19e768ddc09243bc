// Implements the collectives of the decorator. Each record describes the tensors that must match
// those of the other ranks: the rank's input, or its output if only the root has an input.
#include "harness/rank/probe/arguments.h"
#include "harness/rank/probe/backend.h"

namespace gridlock::probe {

using c10d::OpType;

WorkPtr ProbedBackend::broadcast(Tensors& tensors, const c10d::BroadcastOptions& options) {
  return issue_(with(call_of(OpType::BROADCAST, tensors), options),
                [&] { return inner_->broadcast(tensors, options); });
}

WorkPtr ProbedBackend::allreduce(Tensors& tensors, const c10d::AllreduceOptions& options) {
  return issue_(with(call_of(OpType::ALLREDUCE, tensors), options),
                [&] { return inner_->allreduce(tensors, options); });
}

WorkPtr ProbedBackend::allreduce_sparse(Tensors& tensors, const c10d::AllreduceOptions& options) {
  // Ranks may have different element counts, so the record contains none.
  trace::Record call = call_of(OpType::_ALLREDUCE_SPARSE, Tensors{});
  if (!tensors.empty()) call.dtype = static_cast<std::uint8_t>(tensors[0].scalar_type());
  return issue_(with(call, options), [&] { return inner_->allreduce_sparse(tensors, options); });
}

WorkPtr ProbedBackend::allreduce_coalesced(Tensors& tensors,
                                           const c10d::AllreduceCoalescedOptions& options) {
  return issue_(with(call_of(OpType::ALLREDUCE_COALESCED, tensors), options),
                [&] { return inner_->allreduce_coalesced(tensors, options); });
}

WorkPtr ProbedBackend::reduce(Tensors& tensors, const c10d::ReduceOptions& options) {
  return issue_(with(call_of(OpType::REDUCE, tensors), options),
                [&] { return inner_->reduce(tensors, options); });
}

WorkPtr ProbedBackend::allgather(Lists& outputs, Tensors& inputs,
                                 const c10d::AllgatherOptions& options) {
  return issue_(with(call_of(OpType::ALLGATHER, inputs), options),
                [&] { return inner_->allgather(outputs, inputs, options); });
}

WorkPtr ProbedBackend::_allgather_base(Tensor& output, Tensor& input,
                                       const c10d::AllgatherOptions& options) {
  return issue_(with(call_of(OpType::_ALLGATHER_BASE, input), options),
                [&] { return inner_->_allgather_base(output, input, options); });
}

WorkPtr ProbedBackend::allgather_coalesced(Lists& outputs, Tensors& inputs,
                                           const c10d::AllgatherOptions& options) {
  return issue_(with(call_of(OpType::ALLGATHER_COALESCED, inputs), options),
                [&] { return inner_->allgather_coalesced(outputs, inputs, options); });
}

WorkPtr ProbedBackend::allgather_into_tensor_coalesced(Tensors& outputs, Tensors& inputs,
                                                       const c10d::AllgatherOptions& options) {
  return issue_(with(call_of(OpType::_ALLGATHER_BASE, inputs), options),
                [&] { return inner_->allgather_into_tensor_coalesced(outputs, inputs, options); });
}

WorkPtr ProbedBackend::gather(Lists& outputs, Tensors& inputs, const c10d::GatherOptions& options) {
  return issue_(with(call_of(OpType::GATHER, inputs), options),
                [&] { return inner_->gather(outputs, inputs, options); });
}

WorkPtr ProbedBackend::scatter(Tensors& outputs, Lists& inputs,
                               const c10d::ScatterOptions& options) {
  return issue_(with(call_of(OpType::SCATTER, outputs), options),
                [&] { return inner_->scatter(outputs, inputs, options); });
}

WorkPtr ProbedBackend::reduce_scatter(Tensors& outputs, Lists& inputs,
                                      const c10d::ReduceScatterOptions& options) {
  const Tensors& mine = inputs.empty() ? outputs : inputs[0];
  return issue_(with(call_of(OpType::REDUCE_SCATTER, mine), options),
                [&] { return inner_->reduce_scatter(outputs, inputs, options); });
}

WorkPtr ProbedBackend::_reduce_scatter_base(Tensor& output, Tensor& input,
                                            const c10d::ReduceScatterOptions& options) {
  return issue_(with(call_of(OpType::_REDUCE_SCATTER_BASE, input), options),
                [&] { return inner_->_reduce_scatter_base(output, input, options); });
}

WorkPtr ProbedBackend::reduce_scatter_tensor_coalesced(Tensors& outputs, Tensors& inputs,
                                                       const c10d::ReduceScatterOptions& options) {
  return issue_(with(call_of(OpType::_REDUCE_SCATTER_BASE, inputs), options),
                [&] { return inner_->reduce_scatter_tensor_coalesced(outputs, inputs, options); });
}

WorkPtr ProbedBackend::alltoall_base(Tensor& output, Tensor& input, Sizes& output_splits,
                                     Sizes& input_splits, const c10d::AllToAllOptions& options) {
  trace::Record call = with(call_of(OpType::ALLTOALL_BASE, input), options);
  add_splits(call, output_splits, input_splits);
  return issue_(call, [&] {
    return inner_->alltoall_base(output, input, output_splits, input_splits, options);
  });
}

WorkPtr ProbedBackend::alltoall(Tensors& outputs, Tensors& inputs,
                                const c10d::AllToAllOptions& options) {
  return issue_(with(call_of(OpType::ALLTOALL, inputs), options),
                [&] { return inner_->alltoall(outputs, inputs, options); });
}

WorkPtr ProbedBackend::barrier(const c10d::BarrierOptions& options) {
  return issue_(with(call_of(OpType::BARRIER, Tensors{}), options),
                [&] { return inner_->barrier(options); });
}

void ProbedBackend::monitoredBarrier(const c10d::BarrierOptions& options, bool wait_all_ranks) {
  trace::Record call = with(trace::Record{}, options);
  call.op = static_cast<std::uint16_t>(trace::Op::kMonitoredBarrier);
  issue_.at_once(call, [&] { inner_->monitoredBarrier(options, wait_all_ranks); });
}

namespace {

trace::Record point_to_point(OpType op, const std::vector<at::Tensor>& tensors, int peer, int tag) {
  trace::Record call = call_of(op, tensors);
  call.peer = peer;
  call.tag = tag;
  return call;
}

}  // namespace

WorkPtr ProbedBackend::send(Tensors& tensors, int destination, int tag) {
  return issue_(point_to_point(OpType::SEND, tensors, destination, tag),
                [&] { return inner_->send(tensors, destination, tag); });
}

WorkPtr ProbedBackend::recv(Tensors& tensors, int source, int tag) {
  return issue_(point_to_point(OpType::RECV, tensors, source, tag),
                [&] { return inner_->recv(tensors, source, tag); });
}

WorkPtr ProbedBackend::recvAnysource(Tensors& tensors, int tag) {
  return issue_(point_to_point(OpType::RECVANYSOURCE, tensors, -1, tag),
                [&] { return inner_->recvAnysource(tensors, tag); });
}

// Marks the group as connected: its first calls may be in the batch, and they need not be
// collectives.
void ProbedBackend::startCoalescing() {
  set_connected(index_);
  inner_->startCoalescing();
  issue_.start_coalescing();
}

WorkPtr ProbedBackend::endCoalescing() {
  return issue_.end_coalescing([&] { return inner_->endCoalescing(); });
}

}  // namespace gridlock::probe
