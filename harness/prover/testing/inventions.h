// The operations that a rank may perform instead of the rest of its program and that could help
// another rank.
#pragma once

#include <vector>

#include "harness/prover/model/model.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

enum class Inventions {
  kAll,
  // For a collective, only one operation, for which the table has no entry with any other
  // operation. It may end the others' calls, which covers the effects of every other operation.
  kStrongest,
};

// Returns the next operations, each for a thread of its own. The calls are not on a stream.
std::vector<Operation> inventions(const Program& program, const Model& model, const State& state,
                                  int rank, Inventions which);

}  // namespace gridlock::prover::testing
