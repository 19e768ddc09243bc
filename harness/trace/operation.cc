#include "harness/trace/operation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gridlock::trace {
namespace {

constexpr std::array<std::pair<Op, const char*>, 20> kNames{{
    {Op::kBroadcast, "broadcast"},
    {Op::kAllreduce, "all_reduce"},
    {Op::kAllreduceCoalesced, "all_reduce_coalesced"},
    {Op::kReduce, "reduce"},
    {Op::kAllgather, "all_gather"},
    {Op::kAllgatherBase, "all_gather_into_tensor"},
    {Op::kAllgatherCoalesced, "all_gather_coalesced"},
    {Op::kGather, "gather"},
    {Op::kScatter, "scatter"},
    {Op::kReduceScatter, "reduce_scatter"},
    {Op::kAlltoallBase, "all_to_all_single"},
    {Op::kAlltoall, "all_to_all"},
    {Op::kSend, "send"},
    {Op::kRecv, "recv"},
    {Op::kRecvAnysource, "recv from any source"},
    {Op::kBarrier, "barrier"},
    {Op::kReduceScatterBase, "reduce_scatter_tensor"},
    {Op::kCoalesced, "coalesced operations"},
    {Op::kAllreduceSparse, "sparse all_reduce"},
    {Op::kMonitoredBarrier, "monitored_barrier"},
}};

}  // namespace

std::string describe(Op op) {
  const auto row = std::ranges::find(kNames, op, &std::pair<Op, const char*>::first);
  if (row != kNames.end()) return row->second;
  return "operation " + std::to_string(static_cast<unsigned>(op));
}

bool is_point_to_point(Op op) {
  return op == Op::kSend || op == Op::kRecv || op == Op::kRecvAnysource;
}

}  // namespace gridlock::trace
