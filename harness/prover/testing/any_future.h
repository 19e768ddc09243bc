// The reference for the prover's completeness: facts do not contain the rest of a rank's program,
// so a rank that can move may do anything from then on. A rank is stuck when no such future lets
// any of its threads move.
//
// Futures consist of the model's own transitions. A rank that can move invents operations instead
// of the rest of its program (inventions.h), one at a time, each in a thread of its own: calls,
// keys, and whatever else other ranks wait for. The rank may also continue without its messages, or
// reach its end. Every rank that can then move does the same.
//
// In two points the search is as lenient as the facts are:
//   Calls that a dead rank left open in the first state may have progressed to any point. If dead
//   peers raise, the other members' calls fail; otherwise the dead rank has served them.
//   A rank that reaches its end may abort its calls that were open in the first state, even if the
//   calls completed before the end: other members may not have received their part yet.
#pragma once

#include <cstddef>
#include <optional>

#include "harness/prover/model/model.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

// Returns the stuck ranks by following a single future. Calls complete when they can. A rank that
// can move makes every call that may help other ranks (Inventions::kStrongest), and reaches its end
// only when nothing else moves. One future is enough, because none of these steps takes an option
// away from another rank.
Ranks stuck(const Program& program, const BackendSemantics& semantics, const State& from);

// Returns the stuck ranks by exploring all futures. Returns nullopt if the futures have more than
// `most` states.
std::optional<Ranks> stuck_in_all_futures(const Program& program, const BackendSemantics& semantics,
                                          const State& from, std::size_t most);

}  // namespace gridlock::prover::testing
