// Imports the names of facts, which are all that the checker reads.
#pragma once

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"

namespace gridlock::checker {

using namespace facts;  // NOLINT(google-build-using-namespace)

}  // namespace gridlock::checker
