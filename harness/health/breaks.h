// Graph breaks in words.
#pragma once

#include <string>
#include <string_view>

#include "harness/protocol/compiled_frame.h"

namespace gridlock::health {

// The same reason at the same place, whoever called it.
bool is_same(const protocol::GraphBreak& a, const protocol::GraphBreak& b);

// Of this kind ("fsdp"), in this file ("case.py", "models/block.py") or in this function of it
// ("case.py:forward"), or called from there where the break is in a library.
bool is_at(const protocol::GraphBreak& one, std::string_view at);

// "case.py:26 in forward (logging)"; "contextlib.py:105 in __init__, called at train.py:12 in step
// (ddp)" where the break is in a library.
std::string place_words(const protocol::GraphBreak& one);
// The reason, and of what exactly.
std::string reason_words(const protocol::GraphBreak& one);

}  // namespace gridlock::health
