// Imports the names of facts into the prover's namespace, which would otherwise repeat `facts::`
// everywhere.
#pragma once

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"

namespace gridlock::prover {

using namespace facts;  // NOLINT(google-build-using-namespace)

}  // namespace gridlock::prover
