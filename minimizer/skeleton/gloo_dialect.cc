#include <array>

#include "minimizer/skeleton/cpp_dialect.h"
#include "minimizer/skeleton/cpp_texts.h"

namespace gridlock::minimizer {
namespace {

using trace::Op;

// The operations of torch's process groups. Tensors have `count` elements. For tensors that are
// split, `count` is rounded up to a multiple of the group's size.
constexpr std::array<CppOperation, 15> kGlooOperations{{
    {Op::kBroadcast, "broadcast", R"(
Work broadcast(Gloo& group, int root, int count) {
  Tensors tensors{at::ones({count})};
  c10d::BroadcastOptions options;
  options.rootRank = root;
  return group.broadcast(tensors, options);
}
)",
     true},
    {Op::kAllreduce, "all_reduce", R"(
Work all_reduce(Gloo& group, int count) {
  Tensors tensors{at::ones({count})};
  return group.allreduce(tensors);
}
)"},
    {Op::kReduce, "reduce", R"(
Work reduce(Gloo& group, int root, int count) {
  Tensors tensors{at::ones({count})};
  c10d::ReduceOptions options;
  options.rootRank = root;
  return group.reduce(tensors, options);
}
)",
     true},
    {Op::kAllgather, "all_gather", R"(
Work all_gather(Gloo& group, int count) {
  std::vector<Tensors> outputs(1);
  for (int rank = 0; rank < group.getSize(); ++rank) outputs[0].push_back(at::empty({count}));
  Tensors inputs{at::ones({count})};
  return group.allgather(outputs, inputs);
}
)"},
    {Op::kAllgatherBase, "all_gather_into_tensor", R"(
Work all_gather_into_tensor(Gloo& group, int count) {
  at::Tensor output = at::empty({count * group.getSize()}), input = at::ones({count});
  return group._allgather_base(output, input);
}
)"},
    {Op::kGather, "gather", R"(
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
     true},
    {Op::kScatter, "scatter", R"(
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
     true},
    {Op::kReduceScatter, "reduce_scatter", R"(
Work reduce_scatter(Gloo& group, int count) {
  std::vector<Tensors> inputs(1);
  for (int rank = 0; rank < group.getSize(); ++rank) inputs[0].push_back(at::ones({count}));
  Tensors outputs{at::empty({count})};
  return group.reduce_scatter(outputs, inputs);
}
)"},
    {Op::kReduceScatterBase, "reduce_scatter_tensor", R"(
Work reduce_scatter_tensor(Gloo& group, int count) {
  const int part = (count + group.getSize() - 1) / group.getSize();
  at::Tensor output = at::empty({part}), input = at::ones({part * group.getSize()});
  return group._reduce_scatter_base(output, input);
}
)"},
    {Op::kAlltoallBase, "all_to_all_single", R"(
Work all_to_all_single(Gloo& group, int count) {
  const int part = (count + group.getSize() - 1) / group.getSize();
  at::Tensor output = at::empty({part * group.getSize()}), input = at::ones_like(output);
  std::vector<int64_t> equal;
  return group.alltoall_base(output, input, equal, equal);
}
)"},
    {Op::kSend, "send", R"(
Work send(Gloo& group, int peer, int count, int tag) {
  Tensors tensors{at::ones({count})};
  return group.send(tensors, peer, tag);
}
)",
     true, true, true},
    {Op::kRecv, "recv", R"(
Work recv(Gloo& group, int peer, int count, int tag) {
  Tensors tensors{at::empty({count})};
  return group.recv(tensors, peer, tag);
}
)",
     true, true, true},
    {Op::kRecvAnysource, "recv_from_any", R"(
Work recv_from_any(Gloo& group, int count, int tag) {
  Tensors tensors{at::empty({count})};
  return group.recvAnysource(tensors, tag);
}
)",
     false, true, true},
    {Op::kBarrier, "barrier", R"(
Work barrier(Gloo& group) {
  return group.barrier();
}
)",
     false, false},
    {Op::kMonitoredBarrier, "monitored_barrier", R"(
void monitored_barrier(Gloo& group) {
  group.monitoredBarrier({}, /*waitAllRanks=*/true);
}
)",
     false, false, false, false},
}};

constexpr std::string_view kSeeContext = "#include <gloo/context.h>\n";

// The few declarations of gloo that torch's own headers need. torch's wheels do not contain them.
const std::array<std::pair<const char*, std::string_view>, 5> kHeaders{{
    {"gloo/context.h", kGlooContext},
    {"gloo/algorithm.h", kSeeContext},
    {"gloo/common/error.h", kSeeContext},
    {"gloo/rendezvous/store.h", kSeeContext},
    {"gloo/transport/device.h", kSeeContext},
}};

}  // namespace

const CppDialect kGlooDialect{"gloo",     kGlooIncludes,   kGlooGroups,
                              kGlooBuild, kGlooOperations, kHeaders};

}  // namespace gridlock::minimizer
