// Paths that a command will write to, tried before its work begins.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Each throws matrix::InputError, which names the `option`, where nothing can be written there; ""
// is no path. What was not there before is not there afterwards either.
void check_output_file(const std::string& option, const std::filesystem::path& path);
void check_output_folder(const std::string& option, const std::filesystem::path& path);

}  // namespace gridlock::cli
