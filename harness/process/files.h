// Reads and writes whole small files.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns the content of the file, or "" if it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Writes the file. Returns false if this failed, for example because the disk is full.
bool write_text(const std::filesystem::path& path, const std::string& text);

// Replaces the file atomically: even after a kill, a reader finds either the complete old text or
// the complete new one. A target that is not a regular file (such as a pipe or /dev/stdout), or
// whose folder accepts no new file, is written in place.
bool replace_text(const std::filesystem::path& path, const std::string& text);

}  // namespace gridlock::process
