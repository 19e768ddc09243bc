// Builds programs that the default target of the build leaves out.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::workspace {

// Returns the path of the program `name`. If it is missing, builds the CMake target `name` first.
// (`./gridlock` keeps existing programs up to date.) Throws controller::EnvironmentError if the
// build fails.
std::filesystem::path built_program(const std::string& name);

}  // namespace gridlock::workspace
