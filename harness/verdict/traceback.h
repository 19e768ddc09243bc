// Finds in a Python traceback the place that a person would look at first.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gridlock::verdict {

struct Frame {
  std::string file;  // its last component: folders differ between machines
  int line = 0;
  std::string function;
};

// The innermost frame that is not the interpreter's, an installed package's or generated code; if
// there is no such frame, the innermost of all. Nothing when the text holds no frame.
std::optional<Frame> blamed_frame(std::string_view traceback);

}  // namespace gridlock::verdict
