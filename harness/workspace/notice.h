#pragma once

#include <string>

namespace gridlock::workspace {

// Prints a line on standard error: "gridlock: TEXT".
void notice(const std::string& text);

}  // namespace gridlock::workspace
