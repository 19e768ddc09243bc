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

// The frame to name to a reader (diagnosis/frame.h): the innermost of the user's own code, else of
// an installed package, of torch or of generated code. Nothing where there are only gridlock's own,
// or none.
std::optional<Frame> blamed_frame(std::string_view traceback);

}  // namespace gridlock::verdict
