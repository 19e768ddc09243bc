// An uncaught exception of a Python process.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/frame.h"

namespace gridlock::facts {

struct Exception {
  std::string error;  // first line, such as "ValueError: bad shape"
  // Frames of the traceback, outermost first. Outer frames may be missing.
  std::vector<Frame> frames = {};
};

}  // namespace gridlock::facts
