// Finds the frame of a Python traceback that a user would inspect first.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/facts/frame.h"

namespace gridlock::verdict {

// Returns the frames, outermost first. For a SyntaxError, the last frame has no function.
std::vector<facts::Frame> frames_of(std::string_view traceback);

// Returns the frame to show to the user (diagnosis/frame.h): the innermost frame of the user's
// code; otherwise the innermost frame of an installed package, of torch, or of generated code.
// Returns nullopt if all frames belong to gridlock or if there are no frames. The path is reduced
// to the file name because folders differ between machines.
std::optional<facts::Frame> blamed_frame(std::string_view traceback);

}  // namespace gridlock::verdict
