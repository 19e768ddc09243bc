// Random programs for tests of the prover.
#pragma once

#include <random>

#include "harness/prover/model/program.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

struct Features {
  bool streams = false;  // calls may be queued one after another on streams
  bool others = false;   // all other kinds of Operation, not only calls, keys and waits for them
};

// Returns a mostly sound program (2-4 ranks, 1-3 groups, at most 6 operations per rank) with up to
// four planted mistakes. The same generator state gives the same program.
Program random_program(std::mt19937& random, Features features = {});

}  // namespace gridlock::prover::testing
