// What of a collective must fit between the members of its group, and what the tables say where it
// does not.
#pragma once

#include <compare>
#include <cstdint>

#include "harness/prover/names.h"

namespace gridlock::prover {

// The arguments of a call that its operation makes the members agree on; others are left at zero:
// the reduce op of what reduces, the root of what has one, and shapes except where members may
// legally differ (all_to_all, gather and scatter, whose splits a hash cannot match).
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

// Its shapes are not compared: a proof assumes that they fit.
bool shapes_may_differ(trace::Op op);

// What becomes of the two. Operations that differ are looked up as such, whatever their arguments;
// arguments that differ must all be known to have the same effect, else it is kUnknown.
Pairing pairing(const CallSignature& a, const CallSignature& b, const BackendSemantics& semantics);

// Only these let a member serve another.
inline bool serves(Pairing pairing) {
  return pairing == Pairing::kFits || pairing == Pairing::kWrong;
}

// kUnknown where the table says nothing.
Needs needs(const Call& call, const BackendSemantics& semantics);

}  // namespace gridlock::prover
