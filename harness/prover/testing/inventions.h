// Invents the operations that a rank may perform instead of the rest of its program. Invents only
// operations that could help another rank.
#pragma once

#include <vector>

#include "harness/prover/model/model.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

enum class Inventions {
  kAll,
  // For each collective, invents only an operation without pairings in the table. Its effect is
  // unknown, so it may end the other members' calls. No other operation could do more.
  kStrongest,
};

// Returns the next operations, each for a thread of its own. None of the calls is on a stream.
std::vector<Operation> inventions(const Program& program, const Model& model, const State& state,
                                  int rank, Inventions which);

}  // namespace gridlock::prover::testing
