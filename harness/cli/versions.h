// Parses versions of torch on the command line.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Parses text such as "2.9,2.10,2.11". Throws matrix::InputError for anything else.
std::vector<std::string> parse_versions(const std::string& text);

}  // namespace gridlock::cli
