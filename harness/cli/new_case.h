// gridlock new: writes a working skeleton of a case.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Returns the folder for a new case: `given` (from --cases) if it is not empty. Otherwise returns
// `here`, or `root`/cases if `here` is `root`, the folder of the installation.
std::filesystem::path case_folder(const std::string& given, const std::filesystem::path& here,
                                  const std::filesystem::path& root);

// Copies the files of `skeleton` to FOLDER/NAME and replaces {name} in them. Returns FOLDER/NAME.
// Throws matrix::InputError for an invalid or existing name, and std::runtime_error if the folder
// cannot be written.
std::filesystem::path new_case(const std::string& name, const std::filesystem::path& folder,
                               const std::filesystem::path& skeleton);

}  // namespace gridlock::cli
