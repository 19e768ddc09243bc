// The checks of a script whose runs end well: it fails in a way that no single run shows.
#pragma once

#include <optional>

#include "minimizer/ranks/comparison.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {

// One of these, or none.
struct Checks {
  std::optional<Comparison> comparison = {};  // the script's numbers are wrong
  bool not_compiled = false;                  // torch.compile is used, and nothing is captured
  std::optional<Growth> growth = {};          // compile time explodes with the size

  bool any() const { return comparison || not_compiled || growth; }
};

}  // namespace gridlock::minimizer
