// A skeleton as a C++ program on c10d and gloo that can be filed: repro.cpp and CMakeLists.txt,
// beside the few names of gloo that torch's own headers need and its wheels do not have.
#pragma once

#include <filesystem>
#include <string>

#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// `about`: what happens, in a sentence. The program forks the ranks, and ends with exit code 1 when
// one of them has not made its calls after 20 seconds (HANG_LIMIT sets another limit), with 0 when
// all have. Throws std::runtime_error, naming it, for an operation that it cannot write.
std::string cpp_text(const Skeleton& skeleton, const std::string& about);

// Writes all files. Throws std::system_error or std::runtime_error.
void write_cpp(const std::filesystem::path& folder, const Skeleton& skeleton,
               const std::string& about);

}  // namespace gridlock::minimizer
