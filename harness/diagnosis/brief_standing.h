// Where ranks are, in a line for those that are at the same place.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// "ranks 0 and 2: in barrier #1 of default_pg[0-2] at train.py:31", "rank 1: is in load at
// data.py:6"; most ranks first.
std::vector<std::string> brief_standing(const Evidence& evidence);

}  // namespace gridlock::diagnosis
