// Entries of torch's configuration that may matter to a failure. Each flip sets an entry to a value
// that turns a feature off.
#pragma once

#include <string>
#include <vector>

#include "minimizer/ablation/rung.h"

namespace gridlock::minimizer {

struct Flip {
  std::string entry;  // "torch._inductor.config.pattern_matcher"
  std::string value;  // value as JSON
};

// Returns all flips that can matter if the compiler runs up to `rung`. Round 0 has the first value
// of each entry. Round 1 has the second value of each entry that has one. All other rounds are
// empty.
std::vector<Flip> flips_for(Rung rung, int round);

// Returns the flip as an assignment, such as "torch._inductor.config.pattern_matcher = False".
std::string words_of(const Flip& flip);

}  // namespace gridlock::minimizer
