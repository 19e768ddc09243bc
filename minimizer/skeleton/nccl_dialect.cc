#include <array>

#include "minimizer/skeleton/cpp_dialect.h"
#include "minimizer/skeleton/cpp_texts.h"

namespace gridlock::minimizer {
namespace {

using trace::Op;

// The operations, composed of NCCL's calls as in torch's own process group. Tensors have `count`
// elements. For tensors that are split, `count` is rounded up to a multiple of the group's size.
constexpr std::array<CppOperation, 13> kNcclOperations{{
    {Op::kBroadcast, "broadcast", R"(
Work broadcast(const Communicator& group, int root, int count) {
  float* tensor = tensor_of(count);
  check(ncclBroadcast(tensor, tensor, count, ncclFloat, root, group.comm, group.stream));
  return end_of(group);
}
)",
     true},
    {Op::kAllreduce, "all_reduce", R"(
Work all_reduce(const Communicator& group, int count) {
  float* tensor = tensor_of(count);
  check(ncclAllReduce(tensor, tensor, count, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)"},
    {Op::kReduce, "reduce", R"(
Work reduce(const Communicator& group, int root, int count) {
  float* tensor = tensor_of(count);
  check(ncclReduce(tensor, tensor, count, ncclFloat, ncclSum, root, group.comm, group.stream));
  return end_of(group);
}
)",
     true},
    {Op::kAllgather, "all_gather", R"(
Work all_gather(const Communicator& group, int count) {
  float *input = tensor_of(count), *output = tensor_of(count * group.size);
  check(ncclAllGather(input, output, count, ncclFloat, group.comm, group.stream));
  return end_of(group);
}
)"},
    {Op::kAllgatherBase, "all_gather_into_tensor", R"(
Work all_gather_into_tensor(const Communicator& group, int count) {
  float *input = tensor_of(count), *output = tensor_of(count * group.size);
  check(ncclAllGather(input, output, count, ncclFloat, group.comm, group.stream));
  return end_of(group);
}
)"},
    {Op::kGather, "gather", R"(
Work gather(const Communicator& group, int root, int count) {
  check(ncclGroupStart());
  check(ncclSend(tensor_of(count), count, ncclFloat, root, group.comm, group.stream));
  for (int rank = 0; group.rank == root && rank < group.size; ++rank) {
    check(ncclRecv(tensor_of(count), count, ncclFloat, rank, group.comm, group.stream));
  }
  check(ncclGroupEnd());
  return end_of(group);
}
)",
     true},
    {Op::kScatter, "scatter", R"(
Work scatter(const Communicator& group, int root, int count) {
  check(ncclGroupStart());
  for (int rank = 0; group.rank == root && rank < group.size; ++rank) {
    check(ncclSend(tensor_of(count), count, ncclFloat, rank, group.comm, group.stream));
  }
  check(ncclRecv(tensor_of(count), count, ncclFloat, root, group.comm, group.stream));
  check(ncclGroupEnd());
  return end_of(group);
}
)",
     true},
    {Op::kReduceScatter, "reduce_scatter", R"(
Work reduce_scatter(const Communicator& group, int count) {
  float *input = tensor_of(count * group.size), *output = tensor_of(count);
  check(ncclReduceScatter(input, output, count, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)"},
    {Op::kReduceScatterBase, "reduce_scatter_tensor", R"(
Work reduce_scatter_tensor(const Communicator& group, int count) {
  const int part = (count + group.size - 1) / group.size;
  float *input = tensor_of(part * group.size), *output = tensor_of(part);
  check(ncclReduceScatter(input, output, part, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)"},
    {Op::kAlltoallBase, "all_to_all_single", R"(
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
    {Op::kSend, "send", R"(
Work send(const Communicator& group, int peer, int count) {
  check(ncclSend(tensor_of(count), count, ncclFloat, peer, group.comm, group.stream));
  return end_of(group);
}
)",
     true},
    {Op::kRecv, "recv", R"(
Work recv(const Communicator& group, int peer, int count) {
  check(ncclRecv(tensor_of(count), count, ncclFloat, peer, group.comm, group.stream));
  return end_of(group);
}
)",
     true},
    {Op::kBarrier, "barrier", R"(
Work barrier(const Communicator& group) {
  float* tensor = tensor_of(1);
  check(ncclAllReduce(tensor, tensor, 1, ncclFloat, ncclSum, group.comm, group.stream));
  return end_of(group);
}
)",
     false, false},
}};

}  // namespace

const CppDialect kNcclDialect{"nccl", kNcclIncludes, kNcclGroups, kNcclBuild, kNcclOperations, {}};

}  // namespace gridlock::minimizer
