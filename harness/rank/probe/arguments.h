// Creates the records of calls from the arguments of the calls.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <torch/csrc/distributed/c10d/Types.hpp>
#include <torch/csrc/distributed/c10d/Work.hpp>
#include <vector>

#include "harness/rank/probe/timeouts.h"
#include "harness/trace/record.h"

namespace gridlock::probe {

// Returns a record of `op`. The record describes tensors that must match those of the other ranks:
// the element count of all tensors together, the type of the first one, and a hash of all shapes.
trace::Record call_of(c10d::OpType op, const at::Tensor& tensor);
trace::Record call_of(c10d::OpType op, const std::vector<at::Tensor>& tensors);

// Returns a record of a send or recv. `peer` is -1 for a recv from any source.
trace::Record call_of(c10d::OpType op, const std::vector<at::Tensor>& tensors, int peer, int tag);

void add_splits(trace::Record& call, const std::vector<int64_t>& output,
                const std::vector<int64_t>& input);

// Adds the options that most calls share to the record. Skips options that the type `Options` does
// not have or that are not set.
template <typename Options>
trace::Record with(trace::Record call, const Options& options) {
  if (options.asyncOp) call.flags |= trace::kAsync;
  call.aux = recorded(options.timeout);
  if constexpr (requires { options.reduceOp; }) {
    call.reduce_op = static_cast<std::uint8_t>(options.reduceOp.op_);
  }
  if constexpr (requires { options.rootRank; }) {
    call.peer = static_cast<std::int32_t>(options.rootRank);
  }
  return call;
}

}  // namespace gridlock::probe
