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

// Returns the reachable states. Returns none if there are more than `most`.
std::vector<Reachable> explore(const Model& model, std::size_t most);

// Returns the states in which the program ends if it starts in `from`, except those in which a rank
// has ended with open calls.
std::vector<State> ends(const Model& model, const State& from);

// Returns whether a rank ended before its calls completed. Facts do not show how far such calls
// progressed.
bool left_calls_open(const State& state);
// Returns whether a call timed out before it was first on its stream. Facts show only that such a
// call is over.
bool timed_out(const State& state);
// Returns whether the rank has issued calls that are not complete.
bool has_open_calls(const State& state, std::size_t rank);

// Returns, for each possible execution of the program, the set of ranks that do not reach their
// end.
std::set<Ranks> outcomes(const Model& model, const std::vector<Reachable>& states);

}  // namespace gridlock::prover::testing
