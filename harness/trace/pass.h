// The words for the part of a training step that issued a call.
#pragma once

#include <string>

#include "harness/trace/record.h"

namespace gridlock::trace {

// "forward", "backward", "optimizer"; "" where it is not known, or a rank has corrupted it.
std::string describe(Pass pass);

// "backward of layers.3"; without a module "backward", without a pass "".
std::string with_module(const std::string& pass, const std::string& module);

}  // namespace gridlock::trace
