// What a rank may do instead of the rest of its program that could help another one.
#pragma once

#include <vector>

#include "harness/prover/model/model.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

enum class Inventions {
  kAll,
  // Of the collectives that it may issue with one number, only one that was never measured beside
  // the others: it may end the others' calls, and so does whatever another one would do.
  kStrongest,
};

// The next operations, each in a thread of its own. Calls that stand behind them on no stream.
std::vector<Operation> inventions(const Program& program, const Model& model, const State& state,
                                  int rank, Inventions which);

}  // namespace gridlock::prover::testing
