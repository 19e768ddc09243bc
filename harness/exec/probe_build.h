// Provides the probe for the torch of the ranks. It is gridlock's own probe if gridlock was built
// with the same torch. Otherwise it is built once for that torch and kept in the user's cache.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "harness/exec/interpreter.h"

namespace gridlock::exec {

struct ProbeSources {
  std::filesystem::path root;      // the repository
  std::filesystem::path python;    // the interpreter that gridlock was built for
  std::filesystem::path built_in;  // the probe built with gridlock
};

// Returns the probe for the torch of `ranks`. Calls `notify` before a build, which takes a minute.
// Throws std::runtime_error if `ranks` has no torch, or if the build fails. In the latter case, the
// message names the log of the build.
std::filesystem::path probe_for(const Interpreter& ranks, const ProbeSources& sources,
                                const std::function<void(const std::string&)>& notify);

}  // namespace gridlock::exec
