// A digest that changes when a text is edited; it does not protect against attackers.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

// Returns the FNV-1a hash, 64 bits, as 16 hexadecimal digits. The hash is equal in every process
// and run.
std::string digest(std::string_view text);

}  // namespace gridlock::text
