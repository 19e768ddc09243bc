// Selects the process groups that a finding is about.
#pragma once

#include <vector>

#include "harness/diagnosis/history.h"

namespace gridlock::diagnosis {

// Returns the histories of the groups that blocked ranks wait in. The group of the main wait comes
// first. There are at most three, because readers look at no more. Leaves out groups without a
// collective in any log. Also leaves out groups in which the ranks agree, except the group of the
// main wait.
std::vector<History> histories(const Evidence& evidence);

}  // namespace gridlock::diagnosis
