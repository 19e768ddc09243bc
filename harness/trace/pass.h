// Words for the parts of a training step that issue calls.
#pragma once

#include <string>

#include "harness/trace/record.h"

namespace gridlock::trace {

// Returns "forward", "backward" or "optimizer". Returns "" if the pass is unknown or corrupt.
std::string describe(Pass pass);

// Returns text such as "backward of layers.3". Returns only "backward" if `module` is empty, and ""
// if `pass` is empty.
std::string with_module(const std::string& pass, const std::string& module);

}  // namespace gridlock::trace
