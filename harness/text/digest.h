// Computes a digest that shows whether a text was edited. It does not protect against attackers.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

// Returns the 64-bit FNV-1a hash as 16 hexadecimal digits. It is the same in every process and run.
std::string digest(std::string_view text);

}  // namespace gridlock::text
