// Describes where ranks are when nothing is proved. The text is evidence for a reader, not a
// diagnosis.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// Returns a line for each rank (its last event and its incomplete calls), and the tree of all
// stacks. Each line has at most text::kPageWidth columns and ends in a line break.
std::string render_standing(const Evidence& evidence);

// Returns the tree without the lines for the ranks.
std::string render_stacks(const Evidence& evidence);

}  // namespace gridlock::diagnosis
