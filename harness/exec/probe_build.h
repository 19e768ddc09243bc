// The probe that fits the ranks' torch: the one that was built with gridlock where they share it,
// else one of their own, built once and kept in the user's cache.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "harness/exec/interpreter.h"

namespace gridlock::exec {

struct ProbeSources {
  std::filesystem::path root;      // the repository
  std::filesystem::path python;    // that gridlock was built for
  std::filesystem::path built_in;  // its probe
};

// The probe for the torch of `ranks`. Says through `say` when it builds one, which takes a minute.
// Throws std::runtime_error where there is no torch or the build fails, naming the log.
std::filesystem::path probe_for(const Interpreter& ranks, const ProbeSources& sources,
                                const std::function<void(const std::string&)>& say);

}  // namespace gridlock::exec
