// Lists the libraries for LD_PRELOAD of ranks.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns the libraries that let the probe observe thread creation and, if there are GPUs, CUDA
// streams. The libraries are in the folder of the programs, `binaries`.
std::string preloaded_libraries(const std::filesystem::path& binaries);

}  // namespace gridlock::process
