// A skeleton as a C++ program that can be filed, on c10d and gloo or on plain NCCL, as its backend
// is: repro.cpp and CMakeLists.txt.
#pragma once

#include <filesystem>
#include <string>

#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// `about`: what happens, in a sentence. The program forks the ranks, and ends with exit code 1 when
// one of them has not made its calls 20 seconds after their groups are made (HANG_LIMIT sets
// another limit), with 0 when all have. Throws std::runtime_error, naming it, for a backend or an
// operation that it cannot write.
std::string cpp_text(const Skeleton& skeleton, const std::string& about);

// Writes all files. Throws std::system_error or std::runtime_error.
void write_cpp(const std::filesystem::path& folder, const Skeleton& skeleton,
               const std::string& about);

}  // namespace gridlock::minimizer
