// The words for the part of a training step that issued a call.
#pragma once

#include <string>

#include "harness/trace/record.h"

namespace gridlock::trace {

// Returns "forward", "backward", or "optimizer"; "" if the pass is unknown, or corrupted by a rank.
std::string describe(Pass pass);

// Returns "backward of layers.3". Without a module, returns "backward"; without a pass, "".
std::string with_module(const std::string& pass, const std::string& module);

}  // namespace gridlock::trace
