// Compares and describes graph breaks.
#pragma once

#include <string>
#include <string_view>

#include "harness/protocol/compiled_frame.h"

namespace gridlock::health {

// Returns whether both breaks have the same reason and place. Their callers may differ.
bool is_same(const protocol::GraphBreak& a, const protocol::GraphBreak& b);

// Returns whether the break matches `at`: a kind ("fsdp"), a file ("case.py", "models/block.py") or
// a function in a file ("case.py:forward"). A break in a library matches the file or function that
// called the library.
bool is_at(const protocol::GraphBreak& one, std::string_view at);

// Returns text such as "case.py:26 in forward (logging)" or, for a break in a library,
// "contextlib.py:105 in __init__, called at train.py:12 in step (ddp)".
std::string place_words(const protocol::GraphBreak& one);
// Returns the reason of the break with its details.
std::string reason_words(const protocol::GraphBreak& one);

}  // namespace gridlock::health
