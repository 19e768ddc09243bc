// Which process groups a finding is about, and their histories.
#pragma once

#include <vector>

#include "harness/diagnosis/history.h"

namespace gridlock::diagnosis {

// Of the groups that blocked ranks wait in, the main wait's first; three at most, since a reader
// looks at no more. Left out are groups without a
// collective in any log, and but for the first those in which the ranks agree.
std::vector<History> histories(const Evidence& evidence);

}  // namespace gridlock::diagnosis
