// Writes a skeleton as a C++ program that can be filed: repro.cpp and CMakeLists.txt. The program
// uses c10d with gloo, or plain NCCL, as the skeleton's backend requires.
#pragma once

#include <filesystem>
#include <string>

#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// Returns the program. `about` is a sentence about the hang. The program forks the ranks. It exits
// with 0 if all ranks have made their calls. It exits with 1 if a rank has not made them 20 seconds
// after the groups are made (HANG_LIMIT sets another limit). Throws std::runtime_error for a
// backend or an operation that cannot be written in C++; the message names it.
std::string cpp_text(const Skeleton& skeleton, const std::string& about);

// Writes all files. Throws std::system_error or std::runtime_error.
void write_cpp(const std::filesystem::path& folder, const Skeleton& skeleton,
               const std::string& about);

}  // namespace gridlock::minimizer
