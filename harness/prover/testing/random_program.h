// Programs that the prover is tested with.
#pragma once

#include <random>

#include "harness/prover/model/program.h"

namespace gridlock::prover::testing {

using namespace model;  // NOLINT(google-build-using-namespace)

struct Features {
  bool streams = false;  // calls may stand behind one another on streams
  bool others = false;   // beside calls, keys and waits for them: whatever else an Operation may be
};

// Mostly sound programs (2-4 ranks, 1-3 groups, at most 6 operations per rank) with up to four
// mistakes planted. The same generator state gives the same program.
Program random_program(std::mt19937& random, Features features = {});

}  // namespace gridlock::prover::testing
