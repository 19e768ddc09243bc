// Locates gridlock's folder in the user's cache. It contains probes for other versions of torch,
// and virtual environments with those versions.
#pragma once

#include <filesystem>

namespace gridlock::exec {

// Returns $XDG_CACHE_HOME/gridlock, or else ~/.cache/gridlock. The folder may not exist.
std::filesystem::path cache_folder();

}  // namespace gridlock::exec
