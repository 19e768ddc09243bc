// The checker reads only facts and uses their names as its own.
#pragma once

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"

namespace gridlock::checker {

using namespace facts;  // NOLINT(google-build-using-namespace)

}  // namespace gridlock::checker
