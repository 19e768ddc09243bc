// Collectives with a root.
#include <array>

#include "minimizer/skeleton/cpp_dialect.h"

namespace gridlock::minimizer {
namespace {

using trace::Op;

constexpr auto kRootedRows = std::to_array<CppOperation>({
    {.op = Op::kBroadcast,
     .name = "broadcast",
     .has_peer = true,
     .gloo = R"(
Work broadcast(Gloo& group, int root, int count) {
  Tensors tensors{at::ones({count})};
  c10d::BroadcastOptions options;
  options.rootRank = root;
  return group.broadcast(tensors, options);
}
)",
     .nccl = R"(
Work broadcast(const Communicator& group, int root, int count) {
  float* tensor = tensor_of(count);
  check(ncclBroadcast(tensor, tensor, count, ncclFloat, root, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kReduce,
     .name = "reduce",
     .has_peer = true,
     .gloo = R"(
Work reduce(Gloo& group, int root, int count) {
  Tensors tensors{at::ones({count})};
  c10d::ReduceOptions options;
  options.rootRank = root;
  return group.reduce(tensors, options);
}
)",
     .nccl = R"(
Work reduce(const Communicator& group, int root, int count) {
  float* tensor = tensor_of(count);
  check(ncclReduce(tensor, tensor, count, ncclFloat, ncclSum, root, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kGather,
     .name = "gather",
     .has_peer = true,
     .gloo = R"(
Work gather(Gloo& group, int root, int count) {
  std::vector<Tensors> outputs;
  if (group.getRank() == root) outputs.resize(1);
  for (Tensors& output : outputs) {
    for (int rank = 0; rank < group.getSize(); ++rank) output.push_back(at::empty({count}));
  }
  Tensors inputs{at::ones({count})};
  c10d::GatherOptions options;
  options.rootRank = root;
  return group.gather(outputs, inputs, options);
}
)",
     .nccl = R"(
Work gather(const Communicator& group, int root, int count) {
  check(ncclGroupStart());
  check(ncclSend(tensor_of(count), count, ncclFloat, root, group.comm, group.stream));
  for (int rank = 0; group.rank == root && rank < group.size; ++rank) {
    check(ncclRecv(tensor_of(count), count, ncclFloat, rank, group.comm, group.stream));
  }
  check(ncclGroupEnd());
  return end_of(group);
}
)"},
    {.op = Op::kScatter,
     .name = "scatter",
     .has_peer = true,
     .gloo = R"(
Work scatter(Gloo& group, int root, int count) {
  std::vector<Tensors> inputs;
  if (group.getRank() == root) inputs.resize(1);
  for (Tensors& input : inputs) {
    for (int rank = 0; rank < group.getSize(); ++rank) input.push_back(at::ones({count}));
  }
  Tensors outputs{at::empty({count})};
  c10d::ScatterOptions options;
  options.rootRank = root;
  return group.scatter(outputs, inputs, options);
}
)",
     .nccl = R"(
Work scatter(const Communicator& group, int root, int count) {
  check(ncclGroupStart());
  for (int rank = 0; group.rank == root && rank < group.size; ++rank) {
    check(ncclSend(tensor_of(count), count, ncclFloat, rank, group.comm, group.stream));
  }
  check(ncclRecv(tensor_of(count), count, ncclFloat, root, group.comm, group.stream));
  check(ncclGroupEnd());
  return end_of(group);
}
)"},
});

}  // namespace

const std::span<const CppOperation> kCppRooted = kRootedRows;

}  // namespace gridlock::minimizer
