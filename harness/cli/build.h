// Builds programs that a plain build leaves out.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::cli {

// Returns the path of the program, and builds CMake's target of the same name first if the program
// is missing. (`./gridlock` keeps existing programs up to date.) Throws
// controller::EnvironmentError if the build fails.
std::filesystem::path built_program(const std::string& name);

}  // namespace gridlock::cli
