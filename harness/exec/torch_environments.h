// Virtual environments with other versions of torch, installed from the package index that pip is
// configured for, and kept in the user's cache.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "harness/exec/interpreter.h"

namespace gridlock::exec {

// Returns "2.11.0" for "torch-2.11.0+cu130-cpython-311".
std::string torch_version(const Interpreter& interpreter);

// Returns whether `version` is the one asked for, such as "2.11" or "2.11.0".
bool is_version(const std::string& asked, const std::string& version);

// Returns a Python with this torch: from an existing environment, else from one that `python` makes
// now, which downloads some gigabytes; `notify` announces that first. Throws std::runtime_error
// with a sentence if this torch is not available.
Interpreter environment_with_torch(const std::string& asked, const std::filesystem::path& python,
                                   const std::function<void(const std::string&)>& notify);

}  // namespace gridlock::exec
