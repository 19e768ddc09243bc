// Checks, before a command's work begins, the paths to which the command will write.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Both functions throw matrix::InputError, whose message contains `option`, if the path cannot be
// written. An empty path is not checked. Neither function leaves new files or folders behind.
void check_output_file(const std::string& option, const std::filesystem::path& path);
void check_output_folder(const std::string& option, const std::filesystem::path& path);

}  // namespace gridlock::cli
