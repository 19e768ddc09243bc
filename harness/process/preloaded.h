// The libraries in LD_PRELOAD of ranks.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns the libraries with which the probe observes where threads are created and, if there are
// GPUs, CUDA's streams. They are built beside the programs in `binaries`.
std::string preloaded_libraries(const std::filesystem::path& binaries);

}  // namespace gridlock::process
