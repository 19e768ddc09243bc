// Small files, whole.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// "" where it cannot be read.
std::string read_text(const std::filesystem::path& path);

// False where it could not be written (a full disk).
bool write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace gridlock::process
