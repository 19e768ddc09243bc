// Sends and receives.
#include <array>

#include "minimizer/skeleton/cpp_dialect.h"

namespace gridlock::minimizer {
namespace {

using trace::Op;

constexpr auto kPairRows = std::to_array<CppOperation>({
    {.op = Op::kSend,
     .name = "send",
     .has_peer = true,
     .has_tag = true,
     .gloo = R"(
Work send(Gloo& group, int peer, int count, int tag) {
  Tensors tensors{at::ones({count})};
  return group.send(tensors, peer, tag);
}
)",
     .nccl = R"(
Work send(const Communicator& group, int peer, int count) {
  check(ncclSend(tensor_of(count), count, ncclFloat, peer, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kRecv,
     .name = "recv",
     .has_peer = true,
     .has_tag = true,
     .gloo = R"(
Work recv(Gloo& group, int peer, int count, int tag) {
  Tensors tensors{at::empty({count})};
  return group.recv(tensors, peer, tag);
}
)",
     .nccl = R"(
Work recv(const Communicator& group, int peer, int count) {
  check(ncclRecv(tensor_of(count), count, ncclFloat, peer, group.comm, group.stream));
  return end_of(group);
}
)"},
    {.op = Op::kRecvAnysource, .name = "recv_from_any", .has_tag = true, .gloo = R"(
Work recv_from_any(Gloo& group, int count, int tag) {
  Tensors tensors{at::empty({count})};
  return group.recvAnysource(tensors, tag);
}
)"},
});

}  // namespace

const std::span<const CppOperation> kCppPairs = kPairRows;

}  // namespace gridlock::minimizer
