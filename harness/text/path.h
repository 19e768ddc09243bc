// Paths as users read and type them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gridlock::text {

// From the working folder for what lies in it ("runs/default"), else the whole path.
std::string shown_path(const std::filesystem::path& path);

// "case.py" of "/home/user/case.py"; all of what has no slash.
std::string last_part(std::string_view path);

}  // namespace gridlock::text
