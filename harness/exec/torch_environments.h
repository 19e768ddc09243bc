// Virtual environments with other versions of torch. They are installed from the package index that
// pip is configured for, and kept in the user's cache.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "harness/exec/interpreter.h"

namespace gridlock::exec {

// Returns the version of torch, such as "2.11.0" for "torch-2.11.0+cu130-cpython-311".
std::string torch_version(const Interpreter& interpreter);

// Returns whether `version` is the requested version, which may be as short as "2.11".
bool is_version(const std::string& asked, const std::string& version);

// Returns a Python interpreter with this version of torch. It belongs to an existing environment,
// or to a new one that `python` creates. `notify` is called before that, because the download takes
// some gigabytes. Throws std::runtime_error with a full sentence if this version is not available.
Interpreter environment_with_torch(const std::string& asked, const std::filesystem::path& python,
                                   const std::function<void(const std::string&)>& notify);

}  // namespace gridlock::exec
