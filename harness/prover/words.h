// Describes findings as text for certificates and logs.
#pragma once

#include <string>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns, for example, "waits in all_gather #17 of mesh_cp[0-3], needs rank 1".
std::string describe(const Blocked& blocked);

}  // namespace gridlock::prover
