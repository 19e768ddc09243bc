// Numbers as users and environments write them.
#pragma once

#include <limits>
#include <optional>
#include <string_view>

namespace gridlock::exec {

// Nothing where the text is anything but a whole number from 0 to `most`.
std::optional<int> whole_number(std::string_view text, int most = std::numeric_limits<int>::max());

}  // namespace gridlock::exec
