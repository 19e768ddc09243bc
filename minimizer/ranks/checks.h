// What is checked of a script whose runs end well: then it fails in a way that no single run shows.
#pragma once

#include <optional>

#include "minimizer/ranks/comparison.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {

// One of these, or none.
struct Checks {
  std::optional<Comparison> comparison = {};  // its numbers are wrong
  bool not_compiled = false;                  // it asks for torch.compile, and nothing is captured
  std::optional<Growth> growth = {};          // it compiles out of all proportion to its size

  bool any() const { return comparison || not_compiled || growth; }
};

}  // namespace gridlock::minimizer
