// Imports the names of facts into the prover's namespace, because the prover uses only facts.
#pragma once

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"

namespace gridlock::prover {

using namespace facts;  // NOLINT(google-build-using-namespace)

}  // namespace gridlock::prover
