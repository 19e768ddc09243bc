// Describes where ranks are if there is no proof. This is evidence for the reader, not a diagnosis.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns a line for each rank, with its last event and its open calls, followed by the tree of all
// stacks. Each line has at most text::kPageWidth columns and ends in a line break.
std::string render_standing(const Evidence& evidence);

// Returns only the tree of the stacks.
std::string render_stacks(const Evidence& evidence);

}  // namespace gridlock::diagnosis
