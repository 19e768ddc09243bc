// What an agent starts, and where it finds it.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::agent {

struct Programs {
  std::filesystem::path zygote;   // gridlock-zygote
  std::filesystem::path python;   // the Python that has torch
  std::filesystem::path package;  // folder that holds the Python package `gridlock`
  std::filesystem::path cache;    // compiled graphs and kernels that outlive a run
};

// What ranks are started with in LD_PRELOAD, so that the probe sees where threads come from and,
// where there are GPUs, CUDA's streams: built beside the programs in `binaries`.
std::string preloaded_libraries(const std::filesystem::path& binaries);

}  // namespace gridlock::agent
