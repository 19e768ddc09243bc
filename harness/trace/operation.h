// The operations of a process group: their numbers (those of c10d::OpType) and their names.
#pragma once

#include <cstdint>
#include <string>

namespace gridlock::trace {

enum class Op : std::uint16_t {
  kBroadcast = 0,
  kAllreduce = 1,
  kAllreduceCoalesced = 2,
  kReduce = 3,
  kAllgather = 4,
  kAllgatherBase = 5,
  kAllgatherCoalesced = 6,
  kGather = 7,
  kScatter = 8,
  kReduceScatter = 9,
  kAlltoallBase = 10,
  kAlltoall = 11,
  kSend = 12,
  kRecv = 13,
  kRecvAnysource = 14,
  kBarrier = 15,
  kReduceScatterBase = 16,
  kCoalesced = 17,
  kAllreduceSparse = 18,
  // Beyond c10d::OpType.
  kMonitoredBarrier = 64,
  kUnknown = 100,
};

// "all_reduce", as torch.distributed calls it; "operation 77" for a number that has no name.
std::string describe(Op op);

// Send, recv and recv from any source: matched by peer and tag, outside the collectives' sequence.
bool is_point_to_point(Op op);

}  // namespace gridlock::trace
