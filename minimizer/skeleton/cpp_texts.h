// The parts of a C++ repro that are the same in all.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace gridlock::minimizer {

extern const std::string_view kCppIncludes;
extern const std::string_view kCppGroups;
extern const std::string_view kCppMain;
extern const std::string_view kCppBuild;  // CMakeLists.txt
// Paths of headers, and their texts.
extern const std::array<std::pair<const char*, std::string_view>, 5> kGlooHeaders;

}  // namespace gridlock::minimizer
