// The arguments of a collective that must match between the members of its group, and the effects
// of a mismatch according to the tables.
#pragma once

#include <compare>
#include <cstdint>

#include "harness/prover/names.h"

namespace gridlock::prover {

// The arguments of a call on which members must agree. Arguments that do not apply to the operation
// are zero: reduce_op unless the operation reduces, root unless it has one, and shapes if members
// may legally differ (all_to_all, gather and scatter, whose splits a hash cannot match).
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

// Returns the effect on two calls. Different operations are looked up as a pair of operations,
// whatever the arguments. If several arguments differ, all of them must be known to have the same
// effect; otherwise the result is kUnknown.
Pairing pairing(const CallSignature& a, const CallSignature& b, const BackendSemantics& semantics);

// Returns whether a member's call with this pairing serves the other member's call.
inline bool serves(Pairing pairing) {
  return pairing == Pairing::kFits || pairing == Pairing::kWrong;
}

// Returns kUnknown if the table has no entry.
Needs needs(const Call& call, const BackendSemantics& semantics);

}  // namespace gridlock::prover
