// The prover uses only facts, and imports their names into its namespace.
#pragma once

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"

namespace gridlock::prover {

using namespace facts;  // NOLINT(google-build-using-namespace)

}  // namespace gridlock::prover
