// The operations of process groups: their numbers (those of c10d::OpType) and a table of their
// properties. A new operation needs an entry in both. The checker does not use this table; it has
// its own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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
  // Numbers beyond c10d::OpType. If the new operation returns a c10d::Work, its number must differ
  // modulo 64 from all others, because Issuer::without_future_ has one bit for each.
  kMonitoredBarrier = 64,
  kUnknown = 100,
};

// Whether a call has tensors, and whether all members must agree on their shapes. kAny: shapes may
// differ between members, for example by splits.
enum class Shapes : std::uint8_t { kNone, kSame, kAny };
// Whether the data comes from one member (kGives) or goes to one member (kCollects). kAny: the call
// may be of either kind.
enum class Root : std::uint8_t { kNone, kGives, kCollects, kAny };

struct Operation {
  Op op = Op::kUnknown;
  const char* name = "";  // its name in torch.distributed
  Shapes shapes = Shapes::kNone;
  bool reduces = false;  // members must agree on the reduction
  Root root = Root::kNone;
  bool point_to_point = false;  // pairs two members by peer and tag; otherwise pairs all by seq

  bool has_tensors() const { return shapes != Shapes::kNone; }
};

// One row for each operation: number, name, shapes, reduces, root, point_to_point.
inline constexpr auto kOperations = std::to_array<Operation>({
    {Op::kBroadcast, "broadcast", Shapes::kSame, false, Root::kGives},
    {Op::kAllreduce, "all_reduce", Shapes::kSame, true},
    {Op::kAllreduceCoalesced, "all_reduce_coalesced", Shapes::kSame, true},
    {Op::kReduce, "reduce", Shapes::kSame, true, Root::kCollects},
    {Op::kAllgather, "all_gather", Shapes::kSame},
    {Op::kAllgatherBase, "all_gather_into_tensor", Shapes::kSame},
    {Op::kAllgatherCoalesced, "all_gather_coalesced", Shapes::kSame},
    {Op::kGather, "gather", Shapes::kAny, false, Root::kCollects},
    {Op::kScatter, "scatter", Shapes::kAny, false, Root::kGives},
    {Op::kReduceScatter, "reduce_scatter", Shapes::kSame, true},
    {Op::kAlltoallBase, "all_to_all_single", Shapes::kAny},
    {Op::kAlltoall, "all_to_all", Shapes::kAny},
    {Op::kSend, "send", Shapes::kSame, false, Root::kNone, true},
    {Op::kRecv, "recv", Shapes::kSame, false, Root::kNone, true},
    {Op::kRecvAnysource, "recv from any source", Shapes::kSame, false, Root::kNone, true},
    {Op::kBarrier, "barrier", Shapes::kNone},
    {Op::kReduceScatterBase, "reduce_scatter_tensor", Shapes::kSame, true},
    {Op::kCoalesced, "coalesced operations", Shapes::kSame, true, Root::kAny},
    {Op::kAllreduceSparse, "sparse all_reduce", Shapes::kSame, true},
    {Op::kMonitoredBarrier, "monitored_barrier", Shapes::kNone},
});

// Returns the properties of the operation. For an unknown number, returns a row without name and
// without tensors.
const Operation& row_of(Op op);

// Returns the properties of the operation with this name, or null.
const Operation* operation_named(std::string_view name);

// Returns text such as "all_reduce", or "operation 77" for an unknown number.
std::string describe(Op op);

// Returns whether the operation is a send, a recv or a recv from any source. These are not part of
// the sequence of collectives.
bool is_point_to_point(Op op);

}  // namespace gridlock::trace
