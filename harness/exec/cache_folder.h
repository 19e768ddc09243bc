// The user's cache folder: probes for other versions of torch, and environments with them.
#pragma once

#include <filesystem>

namespace gridlock::exec {

// Returns $XDG_CACHE_HOME/gridlock, or ~/.cache/gridlock. The folder may not exist.
std::filesystem::path cache_folder();

}  // namespace gridlock::exec
