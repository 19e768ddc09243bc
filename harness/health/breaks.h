// Compares and describes graph breaks.
#pragma once

#include <string>
#include <string_view>

#include "harness/protocol/compiled_frame.h"

namespace gridlock::health {

// Returns whether both have the same reason and place, whoever the caller is.
bool is_same(const protocol::GraphBreak& a, const protocol::GraphBreak& b);

// Returns whether the break is of this kind ("fsdp"), in this file ("case.py", "models/block.py")
// or in this function of it ("case.py:forward"), or, for a break in a library, called from there.
bool is_at(const protocol::GraphBreak& one, std::string_view at);

// Returns "case.py:26 in forward (logging)"; for a break in a library, "contextlib.py:105 in
// __init__, called at train.py:12 in step (ddp)".
std::string place_words(const protocol::GraphBreak& one);
// Returns the reason and its details.
std::string reason_words(const protocol::GraphBreak& one);

}  // namespace gridlock::health
