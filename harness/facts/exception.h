// An uncaught exception of a Python process.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/frame.h"

namespace gridlock::facts {

struct Exception {
  std::string error;  // the first line: "ValueError: bad shape"
  // Frames of the traceback, outermost first; the outer end may be missing.
  std::vector<Frame> frames = {};
};

}  // namespace gridlock::facts
