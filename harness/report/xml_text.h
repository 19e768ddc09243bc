// Text that XML and HTML can represent.
#pragma once

#include <string>

namespace gridlock::report {

// Replaces characters that XML 1.0 cannot represent, such as the escape codes that ranks print, and
// what is not UTF-8. Does not escape markup.
std::string xml_text(const std::string& text);

}  // namespace gridlock::report
