// Reads and writes small files as a whole.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns "" if the file cannot be read.
std::string read_text(const std::filesystem::path& path);

// Returns false if the file could not be written, for example because the disk is full.
bool write_text(const std::filesystem::path& path, const std::string& text);

// Writes the file like write_text(), but atomically: a reader finds either the complete old text or
// the complete new text, even after a kill. A target that is not a regular file (such as a pipe or
// /dev/stdout), or whose folder accepts no new file, is written in place.
bool replace_text(const std::filesystem::path& path, const std::string& text);

}  // namespace gridlock::process
