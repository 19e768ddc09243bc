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

// Returns a Python interpreter with the requested version of torch. It is in an existing
// environment, or else in a new one that `python` creates. Calls `notify` before it creates an
// environment, which downloads some gigabytes and ends early once `must_stop` returns true. Throws
// std::runtime_error with a full sentence if the version is not available.
Interpreter environment_with_torch(
    const std::string& asked, const std::filesystem::path& python,
    const std::function<void(const std::string&)>& notify,
    const std::function<bool()>& must_stop = [] { return false; });

}  // namespace gridlock::exec
