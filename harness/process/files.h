// Small files, whole.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// "" where it cannot be read.
std::string read_text(const std::filesystem::path& path);

// False where it could not be written (a full disk).
bool write_text(const std::filesystem::path& path, const std::string& text);

// The same, but whoever reads it meanwhile, or after a kill, finds all of the old text or all of the
// new one. What is no regular file (a pipe, /dev/stdout), or is in a folder that takes no new file,
// is written in place.
bool replace_text(const std::filesystem::path& path, const std::string& text);

}  // namespace gridlock::process
