// Where two trainings part (parting.h), in words for a terminal.
#pragma once

#include <string>

#include "golden/parting.h"

namespace gridlock::golden {

// "forward: output of blocks.0.attention in step 0"
std::string sentence(const TapKey& tap);

// Several lines: where they part, by how much, what agreed before, the largest differences with
// their indices and ranks, and a map of the difference over the tensor. Each ends with a newline.
std::string explain(const Parting& parting, Measure measure);

}  // namespace gridlock::golden
