// Checks the paths to which a command will write, before its work begins.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Both functions throw matrix::InputError if the path cannot be written. The message contains
// `option`. An empty path is not checked. The checks leave no new files or folders.
void check_output_file(const std::string& option, const std::filesystem::path& path);
void check_output_folder(const std::string& option, const std::filesystem::path& path);

}  // namespace gridlock::cli
