// The operations of a process group: the operations' numbers (those of c10d::OpType) and the table
// of their properties. Only the checker has a table of its own.
#pragma once

#include <cstdint>
#include <span>
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
  // Beyond c10d::OpType.
  kMonitoredBarrier = 64,
  kUnknown = 100,
};

// Whether a call has tensors, and whether all members must agree on their shapes. kAny: shapes may
// differ between members, by splits for example.
enum class Shapes : std::uint8_t { kNone, kSame, kAny };
// Whether data comes from one member, or goes to one member. kAny: the call may be of either kind.
enum class Root : std::uint8_t { kNone, kGives, kCollects, kAny };

struct Operation {
  Op op = Op::kUnknown;
  const char* name = "";  // its name in torch.distributed
  Shapes shapes = Shapes::kNone;
  bool reduces = false;  // members must agree on the reduction
  Root root = Root::kNone;
  bool point_to_point = false;  // pairs two members, by peer and tag; else all, by seq

  bool has_tensors() const { return shapes != Shapes::kNone; }
};

std::span<const Operation> operations();

// Returns the operation's row. For an unknown number, returns a row without a name and without
// tensors.
const Operation& row_of(Op op);

// Returns the row of that name, or null.
const Operation* operation_named(std::string_view name);

// Returns "all_reduce", for example; "operation 77" for a number without a row.
std::string describe(Op op);

// Returns whether the operation is send, recv or recv from any source, which are outside the
// collectives' sequence.
bool is_point_to_point(Op op);

}  // namespace gridlock::trace
