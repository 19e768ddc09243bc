// What tells a text from another that was edited: no protection against people who try.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

// FNV-1a, 64 bits, as 16 hexadecimal digits: the same in every process and run.
std::string digest(std::string_view text);

}  // namespace gridlock::text
