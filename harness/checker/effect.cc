// Determines the effect of pairing two calls with the same sequence number.
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

bool bare(Op op) {
  return one_of(op, {Op::kBarrier, Op::kMonitoredBarrier});
}

// Returns whether the shapes of the operation are not compared.
bool uneven(Op op) {
  return bare(op) || has_uneven_parts(op);
}

bool reduces(Op op) {
  return one_of(op, {Op::kAllreduce, Op::kAllreduceCoalesced, Op::kAllreduceSparse, Op::kReduce,
                     Op::kReduceScatter, Op::kReduceScatterBase, Op::kCoalesced});
}

bool rooted(Op op) {
  return one_of(op, {Op::kBroadcast, Op::kReduce, Op::kGather, Op::kScatter, Op::kCoalesced});
}

}  // namespace

bool has_uneven_parts(Op op) {
  return one_of(op, {Op::kAlltoall, Op::kAlltoallBase, Op::kGather, Op::kScatter});
}

Arguments arguments_of(const Call& call) {
  const bool even = !uneven(call.op);
  return {call.op,
          bare(call.op) ? 0 : call.dtype,
          reduces(call.op) ? call.reduce_op : 0,
          rooted(call.op) ? call.peer : 0,
          even ? call.shape_hash : 0,
          even ? call.count : 0};
}

Pairing effect_of(const Call& a, const Call& b, const BackendSemantics& table) {
  if (a.op != b.op) {
    const auto row = table.different_ops.find({std::min(a.op, b.op), std::max(a.op, b.op)});
    return row == table.different_ops.end() ? Pairing::kUnknown : row->second;
  }
  std::set<Pairing> effects;
  const auto differ = [&](const char* argument) {
    const auto row = table.different_arguments.find({a.op, argument});
    effects.insert(row == table.different_arguments.end() ? Pairing::kUnknown : row->second);
  };
  if (!bare(a.op) && a.dtype != b.dtype) {
    differ(trace::width_of(a.dtype) == trace::width_of(b.dtype) ? "dtype" : "width");
  }
  if (!uneven(a.op) && a.count != b.count) {
    differ("count");
  } else if (!uneven(a.op) && a.shape_hash != b.shape_hash) {
    differ("shape");
  }
  if (reduces(a.op) && a.reduce_op != b.reduce_op) differ("reduce_op");
  if (rooted(a.op) && a.peer != b.peer) differ("root");
  if (effects.empty()) return Pairing::kFits;
  return effects.size() == 1 ? *effects.begin() : Pairing::kUnknown;
}

}  // namespace gridlock::checker
