// The reference for what the prover must prove: only a rank itself knows the rest of its
// program, so who can move may do anything from there on. A rank is stuck when no such future lets
// any of its threads move.
//
// Futures are made of the model's own steps. A rank that can move invents operations instead of the
// rest of its program (inventions.h), each in a thread of its own, one at a time: calls, keys,
// whatever else other ranks wait for. It may also go on without its messages, or come to its end.
// Every rank that can move then does the same.
//
// Two things are as lenient as facts are:
//   What the dead left open in the first state may have come to any point: where a dead peer
//   raises, it is missed; elsewhere it was served.
//   Who comes to its end may take with it what was open in the first state, even if that completed
//   on its way: others may not have got their part of it yet.
#pragma once

#include <cstddef>
#include <optional>

#include "harness/prover/model/model.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

// The ranks that are stuck. Does not branch: calls complete when they can, and who can move makes
// all that may help others (Inventions::kStrongest), and only comes to its end when nothing else
// goes on. Nothing of this takes from another rank what it could do without it.
Ranks stuck(const Program& program, const BackendSemantics& semantics, const State& from);

// The same by going through all futures. Nothing when there are more than `most` states.
std::optional<Ranks> stuck_in_all_futures(const Program& program, const BackendSemantics& semantics,
                                          const State& from, std::size_t most);

}  // namespace gridlock::prover::testing
