// gridlock new: writes a working skeleton to start from.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Returns the folder for a new case: `given` from --cases, else `here`; in the installation's own
// folder `root`, its cases/.
std::filesystem::path case_folder(const std::string& given, const std::filesystem::path& here,
                                  const std::filesystem::path& root);

// Copies the files of `skeleton` to FOLDER/NAME, replaces {name} in them, and returns that folder.
// Throws matrix::InputError for an invalid or taken name, std::runtime_error if the folder cannot
// be written.
std::filesystem::path new_case(const std::string& name, const std::filesystem::path& folder,
                               const std::filesystem::path& skeleton);

}  // namespace gridlock::cli
