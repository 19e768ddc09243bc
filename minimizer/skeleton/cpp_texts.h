// The parts that all C++ repros of a dialect have in common, from the files in repro/.
#pragma once

#include <string_view>

namespace gridlock::minimizer {

extern const std::string_view kCppMain;
extern const std::string_view kGlooIncludes, kGlooGroups, kGlooBuild, kGlooContext;
extern const std::string_view kNcclIncludes, kNcclGroups, kNcclBuild;

}  // namespace gridlock::minimizer
