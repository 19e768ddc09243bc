// Finds the frame of a Python traceback that a user would look at first.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/facts/frame.h"

namespace gridlock::verdict {

// Returns the frames, outermost first. The last frame of a SyntaxError has no function.
std::vector<facts::Frame> frames_of(std::string_view traceback);

// Returns the frame to show (diagnosis/frame.h). It is the innermost frame of the user's code or,
// if there is none, of an installed package, of torch, or of generated code. Returns nullopt if all
// frames are gridlock's or if there are none. The path is reduced to the file name, because folders
// differ between machines.
std::optional<facts::Frame> blamed_frame(std::string_view traceback);

}  // namespace gridlock::verdict
