// Explores all states that a program can reach.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "harness/prover/model/model.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

struct Reachable {
  State state;
  Ranks can_move = 0;     // ranks that move in some continuation of the program
  bool terminal = false;  // nothing can happen any more
};

// Returns an empty vector when there are more than `most` states.
std::vector<Reachable> explore(const Model& model, std::size_t most);

// Returns the states in which the program ends when it starts from `from`, as long as no rank ends
// with open calls.
std::vector<State> ends(const Model& model, const State& from);

// Returns whether a rank ended before its calls did. Facts do not show how far such calls came.
bool left_calls_open(const State& state);
// Returns whether a call timed out before its turn on its stream. Facts show only that the call is
// over.
bool timed_out(const State& state);
// Returns whether the rank has issued calls that are not complete.
bool has_open_calls(const State& state, std::size_t rank);

// Returns the set of ranks that do not reach their end, for each possible execution of the program.
std::set<Ranks> outcomes(const Model& model, const std::vector<Reachable>& states);

}  // namespace gridlock::prover::testing
