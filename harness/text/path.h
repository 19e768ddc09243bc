// Formats paths for people.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gridlock::text {

// Returns the path relative to the working folder if it is inside that folder ("runs/default").
// Otherwise returns the whole path.
std::string shown_path(const std::filesystem::path& path);

// Returns "case.py" for "/home/user/case.py". Returns the whole text if it has no slash.
std::string last_part(std::string_view path);

}  // namespace gridlock::text
