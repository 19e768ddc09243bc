// What is made once and kept for the user: probes for other versions of torch, and environments
// with them.
#pragma once

#include <filesystem>

namespace gridlock::exec {

// $XDG_CACHE_HOME/gridlock, or ~/.cache/gridlock. Need not be there.
std::filesystem::path cache_folder();

}  // namespace gridlock::exec
