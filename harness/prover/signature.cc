#include "harness/prover/signature.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "harness/trace/dtype.h"

namespace gridlock::prover {
namespace {

using trace::Op;

Pairing of_operations(Op a, Op b, const BackendSemantics& semantics) {
  const auto row = semantics.different_ops.find(std::minmax(a, b));
  return row == semantics.different_ops.end() ? Pairing::kUnknown : row->second;
}

Pairing of_argument(Op op, const char* name, const BackendSemantics& semantics) {
  const auto row = semantics.different_arguments.find({op, name});
  return row == semantics.different_arguments.end() ? Pairing::kUnknown : row->second;
}

// Returns the effect of two differences together. A difference that fits changes nothing. If one of
// them is known not to fit, the calls do not match, whatever the other one does.
Pairing of_both(Pairing a, Pairing b) {
  if (a == b || b == Pairing::kFits) return a;
  return a == Pairing::kFits ? b : Pairing::kAmiss;
}

}  // namespace

CallSignature signature(const Call& call) {
  CallSignature result{.op = call.op};
  const trace::Operation& row = trace::row_of(call.op);
  if (row.point_to_point) return result;
  const bool same_shape = row.shapes == trace::Shapes::kSame;
  if (row.has_tensors()) result.dtype = call.dtype;
  if (row.reduces) result.reduce_op = call.reduce_op;
  if (row.root != trace::Root::kNone) result.root = call.peer;
  if (same_shape) result.shape_hash = call.shape_hash;
  if (same_shape) result.count = call.count;
  return result;
}

bool shapes_may_differ(Op op) {
  return trace::row_of(op).shapes == trace::Shapes::kAny;
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
    result = result ? of_both(*result, here) : here;
  }
  return result.value_or(Pairing::kFits);
}

Needs needs(const Call& call, const BackendSemantics& semantics) {
  const auto row = semantics.needs.find(call.op);
  return row == semantics.needs.end() ? Needs::kUnknown : row->second;
}

}  // namespace gridlock::prover
