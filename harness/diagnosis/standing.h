// Where ranks stand of which nothing is proved: evidence for a reader, and no diagnosis.
#pragma once

#include <string>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

// A line for each rank (its last event, its open calls), and the tree of all stacks. Lines of at
// most text::kPageWidth columns, each with its line break.
std::string render_standing(const Evidence& evidence);

// The tree alone.
std::string render_stacks(const Evidence& evidence);

}  // namespace gridlock::diagnosis
