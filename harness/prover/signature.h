// The arguments of a collective that must match between members, and the effect of a mismatch
// according to the backend's table.
#pragma once

#include <compare>
#include <cstdint>

#include "harness/prover/names.h"

namespace gridlock::prover {

// The arguments of a call that members must agree on. An argument that does not apply to the
// operation is zero, such as the reduce_op of a broadcast or the root of an all_reduce. The shapes
// of all_to_all, gather and scatter are zero too, because members may legally differ in them.
struct CallSignature {
  trace::Op op = trace::Op::kUnknown;
  int dtype = 0;
  int reduce_op = 0;
  int root = 0;
  std::uint32_t shape_hash = 0;
  std::uint64_t count = 0;

  auto operator<=>(const CallSignature&) const = default;
};

CallSignature signature(const Call& call);

// Returns whether the operation's shapes are not compared. A proof then assumes that the shapes
// match.
bool shapes_may_differ(trace::Op op);

// Returns the effect of pairing two calls. Calls of different operations are looked up as a pair of
// operations, whatever their arguments. If several arguments differ, those that fit do not count. If
// the effects of the others differ, the result is kAmiss.
Pairing pairing(const CallSignature& a, const CallSignature& b, const BackendSemantics& semantics);

// Returns whether a member's call with this pairing lets the other member's call complete.
inline bool serves(Pairing pairing) {
  return pairing == Pairing::kFits || pairing == Pairing::kWrong;
}

// Returns the members that the call needs, or kUnknown if the table has no entry.
Needs needs(const Call& call, const BackendSemantics& semantics);

}  // namespace gridlock::prover
