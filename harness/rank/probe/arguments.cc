#include "harness/rank/probe/arguments.h"

#include "harness/trace/hash.h"

namespace gridlock::probe {
namespace {

void add(trace::Hash& hash, trace::Record& call, const at::Tensor& tensor) {
  // A symbolic size has no numeric value yet, so it cannot be recorded.
  if (!tensor.defined() || tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) return;
  call.count += static_cast<std::uint64_t>(tensor.numel());
  hash.add(tensor.dim());
  for (const int64_t size : tensor.sizes()) hash.add(size);
}

}  // namespace

trace::Record call_of(c10d::OpType op, const at::Tensor& tensor) {
  trace::Record call;
  trace::Hash hash;
  call.op = static_cast<std::uint16_t>(op);
  if (tensor.defined()) call.dtype = static_cast<std::uint8_t>(tensor.scalar_type());
  add(hash, call, tensor);
  call.shape_hash = hash.narrow();
  return call;
}

trace::Record call_of(c10d::OpType op, const std::vector<at::Tensor>& tensors) {
  trace::Record call;
  trace::Hash hash;
  call.op = static_cast<std::uint16_t>(op);
  if (!tensors.empty() && tensors[0].defined()) {
    call.dtype = static_cast<std::uint8_t>(tensors[0].scalar_type());
  }
  for (const at::Tensor& tensor : tensors) add(hash, call, tensor);
  call.shape_hash = hash.narrow();
  return call;
}

trace::Record call_of(c10d::OpType op, const std::vector<at::Tensor>& tensors, int peer, int tag) {
  trace::Record call = call_of(op, tensors);
  call.peer = peer;
  call.tag = tag;
  return call;
}

void add_splits(trace::Record& call, const std::vector<int64_t>& output,
                const std::vector<int64_t>& input) {
  trace::Hash hash;
  hash.add(call.shape_hash);
  for (const std::vector<int64_t>* splits : {&output, &input}) {
    hash.add(static_cast<int64_t>(splits->size()));
    for (const int64_t split : *splits) hash.add(split);
  }
  call.shape_hash = hash.narrow();
}

}  // namespace gridlock::probe
