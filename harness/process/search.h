// Finds programs, and adds entries to lists in environment variables such as PATH.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

bool is_program(const std::filesystem::path& path);

// Returns the program that a shell would find in PATH, or "" if there is none.
std::filesystem::path find_program(const std::string& name);

// Returns "entry:" and the value of the environment variable, or only `entry` if the variable is
// empty.
std::string prepended(const std::string& entry, const char* variable);

}  // namespace gridlock::process
