// Writes a skeleton as a C++ program that can be filed: repro.cpp and CMakeLists.txt, for c10d and
// gloo or for plain NCCL, as the skeleton's backend requires.
#pragma once

#include <filesystem>
#include <string>

#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// Returns the program. `about`: a sentence about the hang. The program forks the ranks. It ends
// with exit code 1 if a rank has not made its calls 20 seconds after their groups are made
// (HANG_LIMIT sets another limit), and with 0 if all ranks have. Throws std::runtime_error for a
// backend or an operation that cannot be written in C++; the message names the backend or
// operation.
std::string cpp_text(const Skeleton& skeleton, const std::string& about);

// Writes all files. Throws std::system_error or std::runtime_error.
void write_cpp(const std::filesystem::path& folder, const Skeleton& skeleton,
               const std::string& about);

}  // namespace gridlock::minimizer
