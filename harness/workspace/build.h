// Builds programs that the default build target excludes.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::workspace {

// Returns the path of the program `name`. If the program is missing, first builds the CMake target
// `name`. (`./gridlock` keeps existing programs up to date.) Throws controller::EnvironmentError if
// the build fails.
std::filesystem::path built_program(const std::string& name);

}  // namespace gridlock::workspace
