// Describes in words for a terminal where two trainings diverge (parting.h).
#pragma once

#include <string>

#include "golden/parting.h"

namespace gridlock::golden {

// "forward: output of blocks.0.attention in step 0"
std::string sentence(const TapKey& tap);

// Returns several lines: where the trainings diverge, by how much, what agreed before, the largest
// differences with their indices and ranks, and a map of the difference over the tensor. Each line
// ends with a newline.
std::string explain(const Parting& parting, Measure measure);

}  // namespace gridlock::golden
