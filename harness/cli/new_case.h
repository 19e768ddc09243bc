// gridlock new: a working skeleton to start from.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Where a case is written: the folder `given` with --cases, else `here`; in the installation
// itself, whose folder is `root`, its cases/.
std::filesystem::path case_folder(const std::string& given, const std::filesystem::path& here,
                                  const std::filesystem::path& root);

// Copies the files of `skeleton` to FOLDER/NAME, in which {name} becomes the name, and returns that
// folder. Throws matrix::InputError for a name that cannot be one and for one that is taken
// already, std::runtime_error where the folder cannot be written.
std::filesystem::path new_case(const std::string& name, const std::filesystem::path& folder,
                               const std::filesystem::path& skeleton);

}  // namespace gridlock::cli
