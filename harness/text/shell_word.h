// Quotes words for a shell.
#pragma once

#include <string>

namespace gridlock::text {

// Returns the text as one word of a POSIX shell, quoted if necessary.
std::string shell_word(const std::string& text);

}  // namespace gridlock::text
