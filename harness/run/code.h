// The code of a case, by what its files hold: whether it was edited between two parts of a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridlock::run {

// "case.py 85944171f73967e8" for case.toml and for each Python file in the folder of a case and in
// its packages, sorted. Modules elsewhere that these import are not among them.
std::vector<std::string> code_of(const std::filesystem::path& case_folder);

// The files that were edited, added or removed between the two, sorted.
std::vector<std::string> edited(const std::vector<std::string>& before,
                                const std::vector<std::string>& now);

}  // namespace gridlock::run
