// The words for the part of a training step that issued a call.
#pragma once

#include <string>

#include "harness/trace/record.h"

namespace gridlock::trace {

// Returns "forward", "backward", "optimizer"; "" if it is unknown, or corrupted by a rank.
std::string describe(Pass pass);

// Returns "backward of layers.3"; without a module "backward", without a pass "".
std::string with_module(const std::string& pass, const std::string& module);

}  // namespace gridlock::trace
