// What ranks wrote about a run: which calls of torch.compile they made, and what the compiler
// applied. A file for each process, a line of JSON for each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "minimizer/ablation/rung.h"

namespace gridlock::minimizer {

// A call of torch.compile.
struct Region {
  std::string name;   // of the function, or of the module's class
  std::string place;  // "model.py:41"
  Rung rung = Rung::kInductor;
};

struct Survey {
  std::vector<Region> regions;       // in the order of the calls
  std::vector<std::string> applied;  // what a subsystem was applied to, in that order
};

// Of the process that compiled most. `script` is what the script is called where it was copied
// from.
Survey read_survey(const std::filesystem::path& folder, const std::string& script);

}  // namespace gridlock::minimizer
