// Provides the probe for the ranks' torch: the one built with gridlock if the torch is the same,
// else one built once for that torch and kept in the user's cache.
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

// Returns the probe for the torch of `ranks`. Calls `notify` before it builds one, which takes a
// minute. Throws std::runtime_error if there is no torch, or, naming the log, if the build fails.
std::filesystem::path probe_for(const Interpreter& ranks, const ProbeSources& sources,
                                const std::function<void(const std::string&)>& notify);

}  // namespace gridlock::exec
