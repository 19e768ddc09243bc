// Imports the names of facts into the checker's namespace. The checker reads nothing but facts.
#pragma once

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"

namespace gridlock::checker {

using namespace facts;  // NOLINT(google-build-using-namespace)

}  // namespace gridlock::checker
