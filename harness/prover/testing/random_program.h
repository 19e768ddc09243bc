// Generates random programs to test the prover.
#pragma once

#include <random>

#include "harness/prover/model/program.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

struct Features {
  bool streams = false;  // calls may be queued one after another on streams
  bool others = false;   // all kinds of Operation, not only calls, keys, and waits for these
};

// Returns a mostly correct program with up to four planted mistakes. It has 2-4 ranks, 1-3 groups,
// and at most 6 operations per rank. The same generator state gives the same program.
Program random_program(std::mt19937& random, Features features = {});

}  // namespace gridlock::prover::testing
