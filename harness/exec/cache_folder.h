// The user's cache folder, which contains probes for other versions of torch and virtual
// environments with those versions.
#pragma once

#include <filesystem>

namespace gridlock::exec {

// Returns $XDG_CACHE_HOME/gridlock, or ~/.cache/gridlock. The folder may not exist.
std::filesystem::path cache_folder();

}  // namespace gridlock::exec
