// Checks the paths that a command will write to before its work begins.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Each throws matrix::InputError, which names the `option`, if nothing can be written there; "" is
// not checked. Neither leaves new files or folders behind.
void check_output_file(const std::string& option, const std::filesystem::path& path);
void check_output_folder(const std::string& option, const std::filesystem::path& path);

}  // namespace gridlock::cli
