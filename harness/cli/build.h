// Programs that a plain build leaves out.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// The program of that name, which CMake's target of the same name builds: now, where it is missing.
// (`./gridlock` keeps those that are there up to date.) Throws controller::EnvironmentError where it
// cannot be built.
std::filesystem::path built_program(const std::string& name);

}  // namespace gridlock::cli
