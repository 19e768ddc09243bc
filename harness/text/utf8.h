// Text as characters. Ranks may write any bytes: invalid UTF-8 becomes U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::text {

std::u32string characters(std::string_view text);
std::string encoded(std::u32string_view characters);

// For terminals, logs and JSON: control characters become blanks, and blanks at both ends are
// dropped.
std::string clean(std::string_view text);

// Returns a line as a terminal shows it: the text after its last carriage return (a progress bar
// overwrites itself), with control characters as blanks.
std::string printable(std::string_view line);

// Returns clean() with each run of blanks as one blank, cut to `most` columns.
std::string one_line(std::string_view text, int most = 1000);

}  // namespace gridlock::text
