// Lists the libraries that ranks load with LD_PRELOAD.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns the libraries with which the probe observes thread creation and, if there are GPUs, CUDA
// streams. `binaries` is the folder of the programs; it contains the libraries.
std::string preloaded_libraries(const std::filesystem::path& binaries);

}  // namespace gridlock::process
