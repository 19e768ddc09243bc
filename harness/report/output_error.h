// A file or folder cannot be written: a full disk, no permission, no such folder. what() contains
// the path and the system's reason.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace gridlock::report {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // Formats "cannot ACTION PATH: REASON" with the reason of `error`, an errno.
  OutputError(std::string_view action, const std::filesystem::path& path, int error);
};

// Creates the parent folder of `file`. Throws OutputError.
void create_parent(const std::filesystem::path& file);

}  // namespace gridlock::report
