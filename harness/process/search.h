// Programs and lists of folders, as variables of the environment have them.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

bool is_program(const std::filesystem::path& path);

// As a shell finds it in PATH; "" where there is none.
std::filesystem::path find_program(const std::string& name);

// "entry:" and what the variable has; the entry alone where it has nothing.
std::string prepended(const std::string& entry, const char* variable);

}  // namespace gridlock::process
