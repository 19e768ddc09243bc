// Describes where ranks are when nothing is proved: evidence for a reader, not a diagnosis.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns a line for each rank (its last event, its open calls), and the tree of all stacks. Each
// line has at most text::kPageWidth columns and a line break.
std::string render_standing(const Evidence& evidence);

// Returns only the tree.
std::string render_stacks(const Evidence& evidence);

}  // namespace gridlock::diagnosis
