// Collectives without a root.
#include <array>

#include "minimizer/skeleton/cpp_dialect.h"

namespace gridlock::minimizer {
namespace {

using trace::Op;

constexpr auto kCollectiveRows = std::to_array<CppOperation>({
    {.op = Op::kAllreduce,
     .name = "all_reduce",
     .gloo = R"(
Work all_reduce(Gloo& group, int count) {
  Tensors tensors{at::ones({count})};
  return group.allreduce(tensors);
}
)",
     .nccl = R"(
Work all_reduce(const Communicator& group, int count) {
  float* tensor = tensor_of(count);
  check(ncclAllReduce(tensor, tensor, count, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kAllgather,
     .name = "all_gather",
     .gloo = R"(
Work all_gather(Gloo& group, int count) {
  std::vector<Tensors> outputs(1);
  for (int rank = 0; rank < group.getSize(); ++rank) outputs[0].push_back(at::empty({count}));
  Tensors inputs{at::ones({count})};
  return group.allgather(outputs, inputs);
}
)",
     .nccl = R"(
Work all_gather(const Communicator& group, int count) {
  float *input = tensor_of(count), *output = tensor_of(count * group.size);
  check(ncclAllGather(input, output, count, ncclFloat, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kAllgatherBase,
     .name = "all_gather_into_tensor",
     .gloo = R"(
Work all_gather_into_tensor(Gloo& group, int count) {
  at::Tensor output = at::empty({count * group.getSize()}), input = at::ones({count});
  return group._allgather_base(output, input);
}
)",
     .nccl = R"(
Work all_gather_into_tensor(const Communicator& group, int count) {
  float *input = tensor_of(count), *output = tensor_of(count * group.size);
  check(ncclAllGather(input, output, count, ncclFloat, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kReduceScatter,
     .name = "reduce_scatter",
     .gloo = R"(
Work reduce_scatter(Gloo& group, int count) {
  std::vector<Tensors> inputs(1);
  for (int rank = 0; rank < group.getSize(); ++rank) inputs[0].push_back(at::ones({count}));
  Tensors outputs{at::empty({count})};
  return group.reduce_scatter(outputs, inputs);
}
)",
     .nccl = R"(
Work reduce_scatter(const Communicator& group, int count) {
  float *input = tensor_of(count * group.size), *output = tensor_of(count);
  check(ncclReduceScatter(input, output, count, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kReduceScatterBase,
     .name = "reduce_scatter_tensor",
     .gloo = R"(
Work reduce_scatter_tensor(Gloo& group, int count) {
  const int part = (count + group.getSize() - 1) / group.getSize();
  at::Tensor output = at::empty({part}), input = at::ones({part * group.getSize()});
  return group._reduce_scatter_base(output, input);
}
)",
     .nccl = R"(
Work reduce_scatter_tensor(const Communicator& group, int count) {
  const int part = (count + group.size - 1) / group.size;
  float *input = tensor_of(part * group.size), *output = tensor_of(part);
  check(ncclReduceScatter(input, output, part, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kAlltoallBase,
     .name = "all_to_all_single",
     .gloo = R"(
Work all_to_all_single(Gloo& group, int count) {
  const int part = (count + group.getSize() - 1) / group.getSize();
  at::Tensor output = at::empty({part * group.getSize()}), input = at::ones_like(output);
  std::vector<int64_t> equal;
  return group.alltoall_base(output, input, equal, equal);
}
)",
     .nccl = R"(
Work all_to_all_single(const Communicator& group, int count) {
  const int part = (count + group.size - 1) / group.size;
  check(ncclGroupStart());
  for (int rank = 0; rank < group.size; ++rank) {
    check(ncclSend(tensor_of(part), part, ncclFloat, rank, group.comm, group.stream));
    check(ncclRecv(tensor_of(part), part, ncclFloat, rank, group.comm, group.stream));
  }
  check(ncclGroupEnd());
  return end_of(group);
}
)"},
    {.op = Op::kBarrier,
     .name = "barrier",
     .has_count = false,
     .gloo = R"(
Work barrier(Gloo& group) {
  return group.barrier();
}
)",
     .nccl = R"(
Work barrier(const Communicator& group) {
  float* tensor = tensor_of(1);
  check(ncclAllReduce(tensor, tensor, 1, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kMonitoredBarrier,
     .name = "monitored_barrier",
     .has_count = false,
     .has_work = false,
     .gloo = R"(
void monitored_barrier(Gloo& group) {
  group.monitoredBarrier({}, /*waitAllRanks=*/true);
}
)"},
});

}  // namespace

const std::span<const CppOperation> kCppCollectives = kCollectiveRows;

}  // namespace gridlock::minimizer
