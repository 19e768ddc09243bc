// Reads and writes whole small files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/process/fd.h"

namespace gridlock::process {

// Returns the content of the file, or "" if it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Writes a file in a folder of gridlock, and replaces what has its name. A link is replaced, too,
// and never followed, because another user may have planted it. A reader finds either the whole old
// text or the whole new text. Returns false and sets errno if the write failed, for example because
// the disk is full. Then the old file is still there.
bool write_text(const std::filesystem::path& path, const std::string& text);

// Writes a file that the user has named, in the same way if possible. Writes in place, through a
// link, if the user has named a link (such as /dev/stdout) or no regular file, and if the file
// cannot be replaced, because it is a mount point for example.
bool replace_text(const std::filesystem::path& path, const std::string& text);

// Writes the whole text to the descriptor. Returns false and sets errno on failure.
bool write_all(int fd, std::string_view text);

// Returns whether replace_text() can write the file, and sets errno if not. Leaves no file, and no
// reader ever finds an empty one.
bool can_write(const std::filesystem::path& path);

// Creates an empty file for writing, and removes what had its name. Never follows a link. The
// descriptor is closed at exec. Returns a closed descriptor and sets errno on failure.
Fd create_file(const std::filesystem::path& path);

}  // namespace gridlock::process
