// What ranks say of the members of a group.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// "ranks 0-1 made group 1 of ranks 0-1, and rank 2 made it of ranks 1-2", of the first group of one
// name whose lists of members differ and share a rank; "" where there is none.
std::string different_members(const Evidence& evidence);

}  // namespace gridlock::diagnosis
