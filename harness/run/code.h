// Hashes the files of a case's code to detect edits between two parts of a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridlock::run {

// Returns "case.py 85944171f73967e8" for case.toml and for each Python file in the folder of a case
// and in its packages, sorted. Modules that these import from elsewhere are not included.
std::vector<std::string> code_of(const std::filesystem::path& case_folder);

// Returns the files that were edited, added or removed between the two, sorted.
std::vector<std::string> edited(const std::vector<std::string>& before,
                                const std::vector<std::string>& now);

}  // namespace gridlock::run
