// Invents the operations that a rank may perform instead of the rest of its program, as far as they
// could help another rank.
#pragma once

#include <vector>

#include "harness/prover/model/model.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

enum class Inventions {
  kAll,
  // Invents a single operation for a collective: one that the table pairs with no other operation.
  // Its effect is unknown, so it may end the others' calls, which covers the effects of every other
  // operation.
  kStrongest,
};

// Returns the next operations, each for a thread of its own. None of the calls is on a stream.
std::vector<Operation> inventions(const Program& program, const Model& model, const State& state,
                                  int rank, Inventions which);

}  // namespace gridlock::prover::testing
