// The checker: what becomes of two calls with the same number.
#include <algorithm>
#include <initializer_list>
#include <set>

#include "harness/checker/claim.h"
#include "harness/trace/dtype.h"

namespace gridlock::checker {
namespace {

using trace::Op;

bool one_of(Op op, std::initializer_list<Op> ops) {
  return std::ranges::count(ops, op) > 0;
}

}  // namespace

Pairing effect_of(const Call& a, const Call& b, const BackendSemantics& table) {
  if (a.op != b.op) {
    const auto row = table.different_ops.find({std::min(a.op, b.op), std::max(a.op, b.op)});
    return row == table.different_ops.end() ? Pairing::kUnknown : row->second;
  }
  const bool bare = one_of(a.op, {Op::kBarrier, Op::kMonitoredBarrier});
  const bool uneven =
      bare || one_of(a.op, {Op::kAlltoall, Op::kAlltoallBase, Op::kGather, Op::kScatter});
  const bool reduces =
      one_of(a.op, {Op::kAllreduce, Op::kAllreduceCoalesced, Op::kAllreduceSparse, Op::kReduce,
                    Op::kReduceScatter, Op::kReduceScatterBase, Op::kCoalesced});
  const bool rooted =
      one_of(a.op, {Op::kBroadcast, Op::kReduce, Op::kGather, Op::kScatter, Op::kCoalesced});
  std::set<Pairing> effects;
  const auto differ = [&](const char* argument) {
    const auto row = table.different_arguments.find({a.op, argument});
    effects.insert(row == table.different_arguments.end() ? Pairing::kUnknown : row->second);
  };
  if (!bare && a.dtype != b.dtype) {
    differ(trace::width_of(a.dtype) == trace::width_of(b.dtype) ? "dtype" : "width");
  }
  if (!uneven && a.count != b.count) {
    differ("count");
  } else if (!uneven && a.shape_hash != b.shape_hash) {
    differ("shape");
  }
  if (reduces && a.reduce_op != b.reduce_op) differ("reduce_op");
  if (rooted && a.peer != b.peer) differ("root");
  if (effects.empty()) return Pairing::kFits;
  return effects.size() == 1 ? *effects.begin() : Pairing::kUnknown;
}

}  // namespace gridlock::checker
