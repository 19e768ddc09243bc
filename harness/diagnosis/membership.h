// Compares what ranks recorded about the members of a group.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns "ranks 0-1 created group 1 with ranks 0-1, but rank 2 created it with ranks 1-2" for the
// first group name whose member lists differ and share a rank; "" if there is none.
std::string different_members(const Evidence& evidence);

}  // namespace gridlock::diagnosis
