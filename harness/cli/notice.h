#pragma once

#include <string>

namespace gridlock::cli {

// A line on standard error: "gridlock: TEXT".
void notice(const std::string& text);

}  // namespace gridlock::cli
