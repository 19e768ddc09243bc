// Finds in a Python traceback the place that a person would look at first.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/diagnosis/stack.h"

namespace gridlock::verdict {

// Outermost first. Of a SyntaxError the last one names no function.
std::vector<diagnosis::Frame> frames_of(std::string_view traceback);

// The frame to name to a reader (diagnosis/frame.h): the innermost of the user's own code, else of
// an installed package, of torch or of generated code. Nothing where there are only gridlock's own,
// or none. Of its file only the last component: folders differ between machines.
std::optional<diagnosis::Frame> blamed_frame(std::string_view traceback);

}  // namespace gridlock::verdict
