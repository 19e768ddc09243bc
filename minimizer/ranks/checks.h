// Checks for failures of scripts whose runs end without an error.
#pragma once

#include <optional>

#include "minimizer/ranks/comparison.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {

// At most one member is set.
struct Checks {
  std::optional<Comparison> comparison = {};  // the script's numbers are wrong
  bool not_compiled = false;                  // torch.compile is used, but captures nothing
  std::optional<Growth> growth = {};          // compile time explodes with the size

  bool any() const { return comparison || not_compiled || growth; }
};

}  // namespace gridlock::minimizer
