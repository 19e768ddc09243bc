// Reads and writes whole small files.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns the content of the file, or "" if it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Writes the file. Returns false if that failed, for example because the disk is full.
bool write_text(const std::filesystem::path& path, const std::string& text);

// Replaces the file atomically: even after a kill, a reader finds either the whole old text or the
// whole new text. Writes in place if the target is not a regular file (such as a pipe or
// /dev/stdout), or if its folder accepts no new file.
bool replace_text(const std::filesystem::path& path, const std::string& text);

}  // namespace gridlock::process
