// What an agent starts, and where it finds it.
#pragma once

#include <filesystem>

namespace gridlock::agent {

struct Programs {
  std::filesystem::path zygote;   // gridlock-zygote
  std::filesystem::path python;   // the Python that has torch
  std::filesystem::path package;  // folder that holds the Python package `gridlock`
  std::filesystem::path cache;    // compiled graphs and kernels that outlive a run
};

}  // namespace gridlock::agent
