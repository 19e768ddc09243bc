// Selects the process groups that a finding is about, and returns their histories.
#pragma once

#include <vector>

#include "harness/diagnosis/history.h"

namespace gridlock::diagnosis {

// Covers the groups that blocked ranks wait in, the main wait's first; three at most, since a
// reader looks at no more. Skips groups without a collective in any log and, except for the first,
// groups in which the ranks agree.
std::vector<History> histories(const Evidence& evidence);

}  // namespace gridlock::diagnosis
