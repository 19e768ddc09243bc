// Virtual environments with other versions of torch, made from the package index that pip is
// configured for, and kept in the user's cache.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "harness/exec/interpreter.h"

namespace gridlock::exec {

// "2.11.0" of "torch-2.11.0+cu130-cpython-311".
std::string torch_version(const Interpreter& interpreter);

// Whether the version that was asked for, "2.11" or "2.11.0", is that one.
bool is_version(const std::string& asked, const std::string& version);

// The Python that has this torch: of an environment that is there, else of one that is made now by
// `python`, which downloads some gigabytes; `say` says so first. Throws std::runtime_error with a
// sentence where this torch is not available.
Interpreter environment_with_torch(const std::string& asked, const std::filesystem::path& python,
                                   const std::function<void(const std::string&)>& say);

}  // namespace gridlock::exec
