// Describes where ranks are, with one line for all ranks at a call site.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns lines such as "ranks 0 and 2: in barrier #1 of default_pg[0-2] at train.py:31" and "rank
// 1: is in load at data.py:6". The line with the most ranks comes first.
std::vector<std::string> brief_standing(const Evidence& evidence);

}  // namespace gridlock::diagnosis
