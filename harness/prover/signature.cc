#include "harness/prover/signature.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "harness/trace/dtype.h"

namespace gridlock::prover {
namespace {

using trace::Op;

// What the members of a group must agree on, by operation.
struct Row {
  Op op;
  bool dtype;
  bool shape;
  bool reduce_op;
  bool root;
};
constexpr std::array<Row, 17> kRows{{
    {Op::kBroadcast, true, true, false, true},
    {Op::kAllreduce, true, true, true, false},
    {Op::kAllreduceCoalesced, true, true, true, false},
    {Op::kReduce, true, true, true, true},
    {Op::kAllgather, true, true, false, false},
    {Op::kAllgatherBase, true, true, false, false},
    {Op::kAllgatherCoalesced, true, true, false, false},
    {Op::kGather, true, false, false, true},
    {Op::kScatter, true, false, false, true},
    {Op::kReduceScatter, true, true, true, false},
    {Op::kAlltoallBase, true, false, false, false},
    {Op::kAlltoall, true, false, false, false},
    {Op::kBarrier, false, false, false, false},
    {Op::kReduceScatterBase, true, true, true, false},
    {Op::kCoalesced, true, true, true, true},
    {Op::kAllreduceSparse, true, true, true, false},
    {Op::kMonitoredBarrier, false, false, false, false},
}};

const Row* row_of(Op op) {
  const auto row = std::ranges::find(kRows, op, &Row::op);
  return row == kRows.end() ? nullptr : &*row;
}

Pairing of_operations(Op a, Op b, const BackendSemantics& semantics) {
  const auto row = semantics.different_ops.find(std::minmax(a, b));
  return row == semantics.different_ops.end() ? Pairing::kUnknown : row->second;
}

Pairing of_argument(Op op, const char* name, const BackendSemantics& semantics) {
  const auto row = semantics.different_arguments.find({op, name});
  return row == semantics.different_arguments.end() ? Pairing::kUnknown : row->second;
}

}  // namespace

CallSignature signature(const Call& call) {
  CallSignature result{.op = call.op};
  const Row* row = row_of(call.op);
  if (row == nullptr) return result;
  if (row->dtype) result.dtype = call.dtype;
  if (row->reduce_op) result.reduce_op = call.reduce_op;
  if (row->root) result.root = call.peer;
  if (row->shape) result.shape_hash = call.shape_hash;
  if (row->shape) result.count = call.count;
  return result;
}

bool shapes_may_differ(Op op) {
  const Row* row = row_of(op);
  return row != nullptr && row->dtype && !row->shape;
}

Pairing pairing(const CallSignature& a, const CallSignature& b, const BackendSemantics& semantics) {
  if (a.op != b.op) return of_operations(a.op, b.op, semantics);
  const bool same_width = trace::width_of(a.dtype) == trace::width_of(b.dtype);
  const std::array<std::pair<const char*, bool>, 6> differences{{
      {"dtype", a.dtype != b.dtype && same_width},
      {"width", !same_width},
      {"shape", a.shape_hash != b.shape_hash && a.count == b.count},
      {"count", a.count != b.count},
      {"reduce_op", a.reduce_op != b.reduce_op},
      {"root", a.root != b.root},
  }};
  std::optional<Pairing> result;
  for (const auto& [name, differs] : differences) {
    if (!differs) continue;
    const Pairing here = of_argument(a.op, name, semantics);
    if (result && *result != here) return Pairing::kUnknown;
    result = here;
  }
  return result.value_or(Pairing::kFits);
}

Needs needs(const Call& call, const BackendSemantics& semantics) {
  const auto row = semantics.needs.find(call.op);
  return row == semantics.needs.end() ? Needs::kUnknown : row->second;
}

}  // namespace gridlock::prover
