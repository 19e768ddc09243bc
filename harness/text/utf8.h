// Handles text as Unicode characters. Ranks may write any bytes; invalid UTF-8 becomes U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

std::u32string characters(std::string_view text);
std::string encoded(std::u32string_view characters);

// Returns the text for terminals, logs and JSON. Control characters become blanks, and blanks at
// both ends are removed.
std::string clean(std::string_view text);

// Returns a line as a terminal shows it: the text after the last carriage return, because progress
// bars overwrite themselves. Control characters become blanks.
std::string printable(std::string_view line);

// Returns clean(text) on one line of at most `most` columns. Each run of blanks becomes one blank.
std::string one_line(std::string_view text, int most = 1000);

}  // namespace gridlock::text
