// Compares the members of groups that ranks have recorded.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns text about the first group that ranks created with different lists of members which have
// a rank in common, such as "ranks 0-1 created group 1 with ranks 0-1, but rank 2 created it with
// ranks 1-2". Returns "" if there is none.
std::string different_members(const Evidence& evidence);

// The same about groups without a common rank: "ranks 0-1 created group 1 with ranks 0-1, and ranks
// 2-3 created another group 1 with ranks 2-3".
std::string groups_of_one_name(const Evidence& evidence);

}  // namespace gridlock::diagnosis
