// Finds the place in a Python traceback that a person would look at first.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/facts/frame.h"

namespace gridlock::verdict {

// Returns the frames, outermost first. For a SyntaxError the last one has no function.
std::vector<facts::Frame> frames_of(std::string_view traceback);

// Returns the frame to show to a reader (diagnosis/frame.h): the innermost one of the user's own
// code, else of an installed package, of torch or of generated code. nullopt if there are only
// gridlock's own frames, or none. The file is reduced to its last component: folders differ between
// machines.
std::optional<facts::Frame> blamed_frame(std::string_view traceback);

}  // namespace gridlock::verdict
