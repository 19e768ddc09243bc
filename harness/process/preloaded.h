// What ranks are started with in LD_PRELOAD.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::process {

// The libraries by which the probe sees where threads come from and, where there are GPUs, CUDA's
// streams: built beside the programs in `binaries`.
std::string preloaded_libraries(const std::filesystem::path& binaries);

}  // namespace gridlock::process
