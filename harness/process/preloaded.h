// Lists the libraries that ranks load with LD_PRELOAD.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// Returns the value of LD_PRELOAD for ranks: the library that observes threads and, if there are
// GPUs, the library that observes CUDA streams. `binaries` is the folder of the programs, which
// also has the libraries.
std::string preloaded_libraries(const std::filesystem::path& binaries);

}  // namespace gridlock::process
