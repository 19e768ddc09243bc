// Thrown if a file or folder cannot be written, because the disk is full, permission is missing or
// the folder does not exist. what() contains the path and the system's reason.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace gridlock::report {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // Makes what() say "cannot ACTION PATH: REASON". `error` is the errno of the reason.
  OutputError(std::string_view action, const std::filesystem::path& path, int error);
};

// Creates the parent folder of `file`. Throws OutputError.
void create_parent(const std::filesystem::path& file);

}  // namespace gridlock::report
