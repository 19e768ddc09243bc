// Hashes the code of a case, to detect edits between a run and its continuation (--resume).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridlock::run {

// Returns one line for case.toml and for each Python file in the case's folder and its packages,
// sorted. A line has a name and a hash, as in "case.py 85944171f73967e8". Modules imported from
// other folders are left out.
std::vector<std::string> code_of(const std::filesystem::path& case_folder);

// Returns the files that were edited, added or removed between `before` and `now`, sorted.
std::vector<std::string> edited(const std::vector<std::string>& before,
                                const std::vector<std::string>& now);

}  // namespace gridlock::run
