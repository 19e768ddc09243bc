#include "harness/trace/operation.h"

#include <algorithm>
#include <array>

namespace gridlock::trace {
namespace {

constexpr Shapes kNone = Shapes::kNone, kSame = Shapes::kSame, kAny = Shapes::kAny;
constexpr bool kReduces = true, kPair = true;

constexpr std::array<Operation, 20> kOperations{{
    {Op::kBroadcast, "broadcast", kSame, !kReduces, Root::kGives},
    {Op::kAllreduce, "all_reduce", kSame, kReduces},
    {Op::kAllreduceCoalesced, "all_reduce_coalesced", kSame, kReduces},
    {Op::kReduce, "reduce", kSame, kReduces, Root::kCollects},
    {Op::kAllgather, "all_gather", kSame},
    {Op::kAllgatherBase, "all_gather_into_tensor", kSame},
    {Op::kAllgatherCoalesced, "all_gather_coalesced", kSame},
    {Op::kGather, "gather", kAny, !kReduces, Root::kCollects},
    {Op::kScatter, "scatter", kAny, !kReduces, Root::kGives},
    {Op::kReduceScatter, "reduce_scatter", kSame, kReduces},
    {Op::kAlltoallBase, "all_to_all_single", kAny},
    {Op::kAlltoall, "all_to_all", kAny},
    {Op::kSend, "send", kSame, !kReduces, Root::kNone, kPair},
    {Op::kRecv, "recv", kSame, !kReduces, Root::kNone, kPair},
    {Op::kRecvAnysource, "recv from any source", kSame, !kReduces, Root::kNone, kPair},
    {Op::kBarrier, "barrier", kNone},
    {Op::kReduceScatterBase, "reduce_scatter_tensor", kSame, kReduces},
    {Op::kCoalesced, "coalesced operations", kSame, kReduces, Root::kAny},
    {Op::kAllreduceSparse, "sparse all_reduce", kSame, kReduces},
    {Op::kMonitoredBarrier, "monitored_barrier", kNone},
}};
constexpr Operation kWithoutRow;

}  // namespace

std::span<const Operation> operations() {
  return kOperations;
}

const Operation& row_of(Op op) {
  const auto* const row = std::ranges::find(kOperations, op, &Operation::op);
  return row == kOperations.end() ? kWithoutRow : *row;
}

const Operation* operation_named(std::string_view name) {
  const auto* const row = std::ranges::find(kOperations, name, &Operation::name);
  return row == kOperations.end() ? nullptr : row;
}

std::string describe(Op op) {
  const std::string name = row_of(op).name;
  return name.empty() ? "operation " + std::to_string(static_cast<unsigned>(op)) : name;
}

bool is_point_to_point(Op op) {
  return row_of(op).point_to_point;
}

}  // namespace gridlock::trace
