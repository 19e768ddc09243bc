// A skeleton as a C++ program that can be filed: repro.cpp and CMakeLists.txt, on c10d and gloo or
// on plain NCCL, as its backend requires.
#pragma once

#include <filesystem>
#include <string>

#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// Returns the program. `about`: a sentence about the hang. The program forks the ranks, and ends
// with exit code 1 if one of them has not made its calls 20 seconds after their groups are made
// (HANG_LIMIT sets another limit), with 0 if all have. Throws std::runtime_error for a backend or
// an operation that it cannot write; the message names it.
std::string cpp_text(const Skeleton& skeleton, const std::string& about);

// Writes all files. Throws std::system_error or std::runtime_error.
void write_cpp(const std::filesystem::path& folder, const Skeleton& skeleton,
               const std::string& about);

}  // namespace gridlock::minimizer
