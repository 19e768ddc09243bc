// Text that is safe inside XML 1.0, in attributes and between tags.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::report {

// Escapes markup; what XML 1.0 cannot hold at all (control characters such as the escape codes that
// ranks print, bytes that are not UTF-8, surrogates) becomes U+FFFD. Line breaks and tabs become
// character references, so that attributes keep them.
std::string xml_escape(std::string_view text);

}  // namespace gridlock::report
