// Reads and writes small files as a whole.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns "" if the file cannot be read.
std::string read_text(const std::filesystem::path& path);

// Returns false if the file could not be written (a full disk).
bool write_text(const std::filesystem::path& path, const std::string& text);

// Does the same atomically: a reader finds the complete old or the complete new text, even after a
// kill. A target that is not a regular file (a pipe, /dev/stdout), or is in a folder that accepts
// no new file, is written in place.
bool replace_text(const std::filesystem::path& path, const std::string& text);

}  // namespace gridlock::process
