// The reports of ranks about a run: their calls of torch.compile, and the applications of compiler
// passes. Each process writes one file with a line of JSON for each call or application.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "minimizer/ablation/rung.h"

namespace gridlock::minimizer {

// A call of torch.compile.
struct Region {
  std::string name;   // the function's name, or the module's class
  std::string place;  // "model.py:41"
  Rung rung = Rung::kInductor;
};

struct Survey {
  std::vector<Region> regions;       // in the order of the calls
  std::vector<std::string> applied;  // targets of a subsystem's applications, in order
};

// Returns the survey of the process that compiled most. `script` is the script's original file
// name.
Survey read_survey(const std::filesystem::path& folder, const std::string& script);

}  // namespace gridlock::minimizer
