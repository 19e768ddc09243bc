// All states that a program can reach.
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

// Nothing when there are more than `most`.
std::vector<Reachable> explore(const Model& model, std::size_t most);

// The ends that programs come to from there, as long as no rank ends with calls open.
std::vector<State> ends(const Model& model, const State& from);

// Some rank came to its end before its calls did: facts do not tell how far these came.
bool left_calls_open(const State& state);
// Some call gave up before its stream had come to it: facts only tell that it is over.
bool timed_out(const State& state);
// The rank has issued calls that are not complete.
bool has_open_calls(const State& state, std::size_t rank);

// The ranks that do not come to their end, for each way that the program may go.
std::set<Ranks> outcomes(const Model& model, const std::vector<Reachable>& states);

}  // namespace gridlock::prover::testing
