// Selects the process groups that a finding is about, and returns their histories.
#pragma once

#include <vector>

#include "harness/diagnosis/history.h"

namespace gridlock::diagnosis {

// Covers the groups that blocked ranks wait in, and puts the main wait's group first. Covers at
// most three groups, since a reader looks at no more. Skips groups without a collective in any log.
// Except for the main wait's group, also skips groups in which the ranks agree.
std::vector<History> histories(const Evidence& evidence);

}  // namespace gridlock::diagnosis
