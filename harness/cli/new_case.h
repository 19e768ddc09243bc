// gridlock new: a working skeleton to start from.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Copies the files of `skeleton` to FOLDER/NAME, in which {name} becomes the name, and returns that
// folder. Throws matrix::InputError for a name that cannot be one and for one that is taken
// already, std::runtime_error where the folder cannot be written.
std::filesystem::path new_case(const std::string& name, const std::filesystem::path& folder,
                               const std::filesystem::path& skeleton);

}  // namespace gridlock::cli
