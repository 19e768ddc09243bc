// Finds messages whose receive does not have the size of their send. NCCL neither completes nor
// rejects such a receive.
#pragma once

#include <optional>

#include "harness/prover/index.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns a finding about the first such message, in order of groups, ranks and calls, on a backend
// whose table has a row for it ("count" of recv). Both calls must be known.
std::optional<Finding> different_sizes(const Index& index);

}  // namespace gridlock::prover
