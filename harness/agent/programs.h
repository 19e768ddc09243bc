// Paths of the programs and folders that an agent uses.
#pragma once

#include <filesystem>

namespace gridlock::agent {

struct Programs {
  std::filesystem::path zygote;   // gridlock-zygote
  std::filesystem::path python;   // the Python interpreter that has torch
  std::filesystem::path package;  // the folder with the Python package `gridlock`
  std::filesystem::path cache;    // compiled graphs and kernels that outlive a run
};

}  // namespace gridlock::agent
