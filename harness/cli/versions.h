// Parses versions of torch on a command line.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Parses "2.9,2.10,2.11". Throws matrix::InputError for anything but versions.
std::vector<std::string> parse_versions(const std::string& text);

}  // namespace gridlock::cli
