// Thrown if a file or folder cannot be written, because of a full disk, missing permission or a
// missing folder. what() contains the path and the system's reason.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace gridlock::report {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // Formats what() as "cannot ACTION PATH: REASON". `error` is the errno that gives the reason.
  OutputError(std::string_view action, const std::filesystem::path& path, int error);
};

// Creates the parent folder of `file`. Throws OutputError.
void create_parent(const std::filesystem::path& file);

}  // namespace gridlock::report
