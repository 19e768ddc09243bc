// Paths as users read and type them.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::text {

// From the working folder for what lies in it ("runs/default"), else the whole path.
std::string shown_path(const std::filesystem::path& path);

}  // namespace gridlock::text
